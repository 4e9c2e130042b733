import { invalidArgument } from "../../errors.js";
import type { BlobReader } from "../../events/event-source.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import type { Baseline } from "../../events/slices.js";
import { visibleLine } from "../../projections/display-text.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Session } from "../../sessions/session.js";
import { offsetOption, policyOption } from "../options.js";
import { counted, figure, shortFigure } from "../../projections/figures.js";
import { wireItems } from "../../projections/views/wire-items.js";
import { fieldLines } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { itemRow } from "../replay/item-rows.js";
import { declareSession, type ViewOptions, withSession } from "../session.js";
import { sessionState } from "../session-reading.js";
import type { DeclareCommand } from "../shell.js";

interface StateOptions extends ViewOptions {
  readonly toolOutputLimit?: TruncationPolicy;
}

/** `refold state`: everything that is folded from the log up to an offset. */
export const declareState: DeclareCommand = (command, shell) => {
  const { output } = shell;
  declareSession(command)
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
    .action((text: string, { toolOutputLimit: policy, ...options }: StateOptions) =>
      withSession(text, { shell, ...options, policy }, async (session) => {
        if (policy !== undefined) requireForeignFile(session);
        const state = await sessionState(session, options.at, shell);
        if (options.json) output.json(await stateJson(state, session.blobs));
        else output.text(stateLines(state, session.name, output));
      }),
    );
};

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
function* stateLines(state: ThreadState, name: string, output: Output): Generator<string> {
  const { ledger, log } = state;
  yield output.styles.bold(`${visibleLine(name)} at #${log.head - 1}`);
  yield* fieldLines(stateFields(state), output);
  yield "";
  if (ledger.entries.length === 0) yield output.styles.dim("  the ledger is empty");
  for (const entry of ledger.entries) yield itemRow(entry, output);
}

function stateFields(state: ThreadState): Readonly<Record<string, string | null>> {
  const { ledger, baseline, checkpoint, usage, turns, thread, log } = state;
  const window = usage.contextWindow === null ? "" : ` of ${shortFigure(usage.contextWindow)}`;
  const source = usage.lastIsEstimate ? "estimated" : "reported";
  const running = turns.running === null ? "" : ", one running";
  const model = turns.previous?.model;
  return {
    thread: thread?.threadId ?? null,
    history: `version ${log.historyVersion}`,
    turns: `${counted(turns.userTurns, "user turn")}${running}`,
    ledger: `${counted(ledger.entries.length, "item")}, about ${figure(ledger.tokens)} tokens`,
    usage: usage.last && `${shortFigure(usage.last.total)}${window} tokens ${source}`,
    baseline: baseline ? baselineWords(baseline.envelope) : "none: the next turn tells everything",
    previous: model === undefined ? null : `model ${model}`,
    compacted: checkpoint && `at #${checkpoint.offset}, window ${checkpoint.windowNumber}`,
  };
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
async function stateJson(state: ThreadState, blobs: BlobReader): Promise<object> {
  const { baseline, checkpoint, usage, turns, thread, log } = state;
  const items = await wireItems(state, blobs);
  const { previous, running, userTurns, completed, aborted } = turns;
  return {
    threadId: thread?.threadId ?? null,
    foreignId: thread?.source.foreignId ?? null,
    offset: log.head - 1,
    historyVersion: log.historyVersion,
    items,
    baseline: baseline === null ? null : baselineJson(baseline),
    previousTurn: previous,
    ...{ checkpoint, usage, turns: { running, userTurns, completed, aborted } },
  };
}

/** The envelope, with its turn's id as the session spelled it. */
function baselineJson({ mode, envelope, foreignId, turn }: Baseline): object {
  const turnId = mode === "observed" ? foreignId : turn;
  return { turnId, model: envelope.model ?? null, ...envelope };
}
