import { existsSync } from "node:fs";
import { invalidArgument } from "../../errors.js";
import { diffStates, type StateDiff, type ValueDiff } from "../../reducers/diff-states.js";
import { refKey } from "../../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { sharedRange } from "../../sessions/shared-range.js";
import { excerpt } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { itemRow } from "../replay/item-rows.js";
import { declareReading, type SessionOptions, type ViewOptions, withSession } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { sessionState } from "../session-reading.js";
import { withStore } from "../store.js";

/** `refold diff`: what one state has that the other has not. */
export const declareDiff: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<a>", "a FILE or THREAD; FILE@N is its state at offset N")
    .argument("<b>", "another one, or the same at another offset")
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action(async (textA: string, textB: string, options: ViewOptions) => {
      const a = await openSide(textA, { shell, ...options });
      const b = await openSide(textB, { shell, ...options });
      const range = await withStore(options, (store) => sharedRange(store, a.state, b.state));
      const diff = diffStates(a.state, b.state, range);
      const { output } = shell;
      if (options.json) output.json(diffJson(diff), { indent: 2 });
      else output.text(diffLines(diff, { a, b, output }));
    });
};

const EXAMPLE = `
Example:
  $ refold diff 01K6ZQ@40 01K6ZQ@80
  $ refold diff 01K6ZQ 01K70A --json`;

/** One of two states to compare, and how it was named. */
export interface Side {
  readonly name: string;
  readonly state: ThreadState;
}

/** `A@N`, also with an N that is no offset; a path goes on after its `@`. */
const SIDE = /^(.+)@([^@/\\.]*)$/;

/** Opens `A` or `A@N`. A path that holds an `@` is taken as it is, if it exists. */
function openSide(text: string, options: SessionOptions): Promise<Side> {
  const [, name = text, offset] = existsSync(text) ? [] : (SIDE.exec(text) ?? []);
  if (offset !== undefined && !/^\d+$/.test(offset)) {
    throw invalidArgument(
      `${text}: an offset is a whole number from 0`,
      "Name it after the @: A@12",
    );
  }
  const at = offset === undefined ? undefined : Number(offset);
  return withSession(name, options, async (session) => ({
    name: text,
    state: await sessionState(session, at, options.shell),
  }));
}

interface Sides {
  readonly a: Side;
  readonly b: Side;
  readonly output: Output;
}

/** A diff for people: `-` is only in A, `+` only in B, `~` in both but edited. */
export function* diffLines(diff: StateDiff, { a, b, output }: Sides): Generator<string> {
  const { red, green, yellow, bold } = output.styles;
  yield red(excerpt(`- ${a.name} at #${a.state.log.head - 1}`, output.columns));
  yield green(excerpt(`+ ${b.name} at #${b.state.log.head - 1}`, output.columns));
  const { onlyInA, onlyInB, changed } = diff.ledger;
  const rows = [
    ...onlyInA.map((entry) => red(itemRow(entry, output, "-"))),
    ...changed.map((pair) => yellow(itemRow(pair.b, output, "~"))),
    ...onlyInB.map((entry) => green(itemRow(entry, output, "+"))),
  ];
  yield bold("ledger");
  yield* rows.length === 0 ? ["  the same"] : rows;
  yield* valueLines("baseline", diff.baseline, output);
  yield* valueLines("settings", diff.settings, output);
}

function* valueLines(
  title: string,
  values: readonly ValueDiff[],
  { styles, columns }: Output,
): Generator<string> {
  yield styles.bold(title);
  if (values.length === 0) yield "  the same";
  for (const { name, a, b } of values) {
    yield `  ${excerpt(`${name}: ${valueWords(a)} → ${valueWords(b)}`, columns - 2)}`;
  }
}

function valueWords(value: unknown): string {
  if (value === undefined) return "(not said)";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A diff as `refold diff --json` prints it: stable, described in docs/cli.md. */
function diffJson({ ledger, baseline, settings }: StateDiff): object {
  return {
    ledger: {
      onlyInA: ledger.onlyInA.map(entryJson),
      onlyInB: ledger.onlyInB.map(entryJson),
      changed: ledger.changed.map(({ a, b }) => ({ a: entryJson(a), b: entryJson(b) })),
    },
    baseline: baseline.map(valueJson),
    settings: settings.map(valueJson),
  };
}

function entryJson({ ref, origin, item }: LedgerEntry): object {
  return { ref: refKey(ref), origin, item };
}

/** A value that one side does not have is null. */
function valueJson({ name, a, b }: ValueDiff): object {
  return { name, a: a ?? null, b: b ?? null };
}
