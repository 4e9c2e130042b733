import type { Compaction, ItemFate, NoCompaction } from "../../runtime/compaction/compaction.js";
import { counted, figure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";

const WHY_NOTHING: Readonly<Record<NoCompaction["reason"], string>> = {
  "empty-history": "nothing to do: the history is empty",
  "nothing-to-free": "nothing to do: nothing is there that this strategy could let go",
};

/** What a compaction did or would do: what goes and what stays by kind, the tokens before and after. */
export function* compactionLines(
  done: Compaction | NoCompaction,
  { styles, columns }: Output,
): Generator<string> {
  if (done.kind === "nothing") {
    yield WHY_NOTHING[done.reason];
    return;
  }
  const { strategy, dryRun, offset, tokensBefore, tokensAfter, summary } = done;
  const verb = dryRun ? "would be compacted" : "compacted";
  yield styles.bold(
    `${verb} by ${strategy}: ${figure(tokensBefore)} tokens before, ${figure(tokensAfter)} after`,
  );
  yield* fateLines("goes", done.goes);
  yield* fateLines("stays", done.stays);
  if (done.addedTokens > 0) yield `added   ${figure(done.addedTokens)} tokens`;
  if (summary !== null) yield styles.dim(`        ${excerpt(summary, Math.max(columns - 8, 12))}`);
  if (offset !== null) yield `written as #${offset}`;
}

function* fateLines(word: string, fates: readonly ItemFate[]): Generator<string> {
  const before = sum(fates.map(({ tokensBefore }) => tokensBefore));
  const after = sum(fates.map(({ tokensAfter }) => tokensAfter));
  const cut = after > 0 && after !== before ? `, ${figure(after)} of them left` : "";
  yield `${padEnd(word, 8)}${counted(fates.length, "item")}, ${figure(before)} tokens${cut}`;
  const types = [...new Set(fates.map(({ type, origin }) => nameOf(type, origin)))];
  for (const name of types) {
    const ofName = fates.filter(({ type, origin }) => nameOf(type, origin) === name);
    const tokens = sum(ofName.map(({ tokensBefore }) => tokensBefore));
    const count = padStart(figure(ofName.length), 6);
    yield `        ${padEnd(name, 28)}${count}${padStart(figure(tokens), 10)} tokens`;
  }
}

function nameOf(type: string, origin: string): string {
  return type === "message" ? `message of ${origin}` : type;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
