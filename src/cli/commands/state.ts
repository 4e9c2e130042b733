import { invalidArgument } from "../../errors.js";
import type { Baseline } from "../../events/slices.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { refKey } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { BlobReader, Session } from "../../sessions/session.js";
import { offsetOption, policyOption, type PolicyOption } from "../options.js";
import { counted, figure, shortFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { itemLine } from "../replay/item-rows.js";
import { fieldLines } from "../replay/summary-lines.js";
import { declareReading, type ReadingOptions, withSession } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { wireItems } from "../../projections/views/wire-items.js";
import { sessionState } from "../state.js";

interface StateOptions extends ReadingOptions {
  readonly at?: number;
  readonly json?: true;
  readonly toolOutputLimit?: PolicyOption;
}

/** `refold state`: everything that is folded from the log up to an offset. */
export const declareState: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option(
      "--at <offset>",
      "the state at this offset (inclusive); default: at the end",
      offsetOption,
    )
    .option(
      "--tool-output-limit <limit>",
      "read a FILE as if tool outputs were bounded to N tokens (or `Nbytes`) when recorded",
      policyOption,
    )
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: StateOptions) =>
      withSession(text, { shell, ...options, policy: options.toolOutputLimit }, (session) =>
        showState(session, options, shell),
      ),
    );
};

async function showState(session: Session, options: StateOptions, shell: Shell): Promise<void> {
  const { output } = shell;
  if (options.toolOutputLimit !== undefined) requireForeignFile(session);
  const state = await sessionState(session, { at: options.at, shell });
  if (options.json) output.json(await stateJson(state, session.blobs));
  else for (const line of stateLines(state, session.name, output)) output.text(line);
}

/** @throws {RefoldError} `invalid-argument`: its outputs were bounded when they were recorded, and stay so */
function requireForeignFile({ roundTrip, name }: Session): void {
  if (roundTrip !== null) return;
  throw invalidArgument(
    `--tool-output-limit is for a FILE of another tool: ${name} was bounded when it was recorded`,
    "Look at the file that was imported, or leave the option out.",
  );
}

const EXAMPLE = `
Example:
  $ refold state session.jsonl --at 41
  $ refold state session.jsonl --json | jq '.items | length'`;

/** A state for people: what it is at, then the ledger, an item a line. */
export function* stateLines(state: ThreadState, name: string, output: Output): Generator<string> {
  const { ledger, log } = state;
  yield output.styles.bold(`${neutraliseLine(name)} at #${log.head - 1}`);
  for (const [label, value] of stateFields(state)) {
    if (value !== null) yield* fieldLines(label, value, output);
  }
  yield "";
  if (ledger.entries.length === 0) yield output.styles.dim("  the ledger is empty");
  for (const entry of ledger.entries) {
    const { kind, size, words } = itemLine(entry);
    const at = padStart(`#${refKey(entry.ref)}`, 8);
    const start = `${at} ${padEnd(neutraliseLine(kind), 25)}${padStart(size, 8)}  `;
    yield `${start}${excerpt(words, Math.max(output.columns - start.length, 12))}`;
  }
}

function stateFields(state: ThreadState): readonly (readonly [string, string | null])[] {
  const { ledger, baseline, checkpoint, usage, turns, thread, log } = state;
  const window = usage.contextWindow === null ? "" : ` of ${shortFigure(usage.contextWindow)}`;
  const previous = turns.previous?.model ?? null;
  return [
    ["thread", thread?.threadId ?? null],
    ["history", `version ${log.historyVersion}`],
    [
      "turns",
      `${counted(turns.userTurns, "user turn")}${turns.running === null ? "" : ", one running"}`,
    ],
    ["ledger", `${counted(ledger.entries.length, "item")}, about ${figure(ledger.tokens)} tokens`],
    [
      "usage",
      usage.last === null
        ? null
        : `${shortFigure(usage.last.total)}${window} tokens ${usage.lastIsEstimate ? "estimated" : "reported"}`,
    ],
    [
      "baseline",
      baseline === null ? "none: the next turn tells everything" : baselineWords(baseline.envelope),
    ],
    ["previous", previous === null ? null : `model ${previous}`],
    [
      "compacted",
      checkpoint === null ? null : `at #${checkpoint.offset}, window ${checkpoint.windowNumber}`,
    ],
  ];
}

function baselineWords(envelope: Readonly<Record<string, unknown>>): string {
  return Object.entries(envelope)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}

/**
 * A state as `refold state --json` prints it: stable, described in docs/cli.md.
 * @throws {RefoldError} `blob-missing`
 * @throws {RefoldError} `blob-corrupt`: an image's bytes cannot be had
 */
export async function stateJson(state: ThreadState, blobs: BlobReader): Promise<object> {
  const { baseline, checkpoint, usage, turns, thread, log } = state;
  const items = await wireItems(state, blobs);
  return {
    threadId: thread?.threadId ?? null,
    foreignId: thread?.source.foreignId ?? null,
    offset: log.head - 1,
    historyVersion: log.historyVersion,
    items,
    baseline: baseline === null ? null : baselineJson(baseline),
    previousTurn: turns.previous,
    checkpoint,
    usage,
    turns: {
      running: turns.running,
      userTurns: turns.userTurns,
      completed: turns.completed,
      aborted: turns.aborted,
    },
  };
}

/** The envelope, with its turn's id as the session spelled it. */
function baselineJson({ mode, envelope, foreignId, turn }: Baseline): object {
  const turnId = mode === "observed" ? foreignId : turn;
  return { turnId, model: envelope.model ?? null, ...envelope };
}
