import type { StateDiff, ValueDiff } from "../../reducers/diff-states.js";
import { refKey } from "../../reducers/item-refs.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output, Style } from "../output/output.js";
import { itemLine } from "../replay/item-rows.js";
import type { Side } from "./open-side.js";

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
    ...onlyInA.map((entry) => ({ entry, mark: "-", paint: red })),
    ...changed.map((pair) => ({ entry: pair.b, mark: "~", paint: yellow })),
    ...onlyInB.map((entry) => ({ entry, mark: "+", paint: green })),
  ];
  yield bold("ledger");
  if (rows.length === 0) yield "  the same";
  for (const row of rows) yield entryLine(row, output);
  yield* valueLines("baseline", diff.baseline, output);
  yield* valueLines("settings", diff.settings, output);
}

interface EntryRow {
  readonly entry: LedgerEntry;
  readonly mark: string;
  readonly paint: Style;
}

function entryLine({ entry, mark, paint }: EntryRow, output: Output): string {
  const { kind, size, words } = itemLine(entry);
  const at = padStart(`#${refKey(entry.ref)}`, 8);
  const start = `${mark}${at} ${padEnd(neutraliseLine(kind), 25)}${padStart(size, 8)}  `;
  return paint(`${start}${excerpt(words, Math.max(output.columns - start.length, 12))}`);
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
