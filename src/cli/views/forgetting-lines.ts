import type { ForgottenItem, Forgetting } from "../../projections/views/forgetting.js";
import { refKey } from "../../reducers/item-refs.js";
import { counted, shortFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";

const ITEMS_NAMED = 5;
const INDENT = " ".repeat(8);

/** What was forgotten, oldest first, with where the largest pieces still are. */
export function* forgettingLines(found: readonly Forgetting[], output: Output): Generator<string> {
  if (found.length === 0) {
    yield "nothing was forgotten";
    return;
  }
  for (const { offset, kind, reason, items, tokens } of found) {
    const what = `${counted(items.length, "item")}, ${shortFigure(tokens)} tokens`;
    const start = `${padStart(`#${offset}`, 7)} ${padEnd(kind, 16)}`;
    const room = Math.max(output.columns - start.length, 12);
    yield `${start}${excerpt(`${what}: ${reason}`, room)}`;
    yield* itemLines(items, output);
  }
  const tokens = found.reduce((sum, one) => sum + one.tokens, 0);
  yield `\n${counted(found.length, "time")}, ${shortFigure(tokens)} tokens in all`;
}

function* itemLines(
  items: readonly ForgottenItem[],
  { styles, columns }: Output,
): Generator<string> {
  const largest = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, ITEMS_NAMED);
  for (const { type, tokens, original } of largest) {
    const where =
      original.blob === null ? `event #${refKey(original.ref)}` : `blob ${original.blob}`;
    const start = `${INDENT}${padEnd(type, 24)}${padStart(shortFigure(tokens), 6)}  in `;
    yield styles.dim(`${start}${excerpt(where, Math.max(columns - start.length, 12))}`);
  }
  const rest = items.length - largest.length;
  if (rest > 0) yield styles.dim(`${INDENT}and ${counted(rest, "more item")}`);
}
