import type { ThreadSummary } from "../../runtime/discovery/listing/thread-summary.js";
import { byteFigure, counted, shortFigure, timeFigure } from "../output/figures.js";
import { excerpt } from "../output/layout.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output } from "../output/output.js";

/** Two lines a thread: what it is called, and below it the figures. */
export function* threadLines(
  thread: ThreadSummary,
  shortId: string,
  { columns, styles }: Pick<Output, "columns" | "styles">,
): Generator<string> {
  const title = thread.title ?? "(nothing said yet)";
  yield styles.bold(excerpt(title, columns));
  const figures = [
    shortId,
    spanWords(thread),
    ...markWords(thread),
    counted(thread.turns, "turn"),
    `${shortFigure(thread.tokens)} tokens`,
    byteFigure(thread.sizeBytes),
    ...(thread.model === null ? [] : [neutraliseLine(thread.model)]),
  ];
  yield `  ${styles.dim(excerptOf(figures, columns - 2))}`;
  if (thread.problem !== null) yield `  ${styles.yellow(excerpt(thread.problem, columns * 3))}`;
}

/** Figures are left out from the end rather than cut. */
function excerptOf(figures: readonly string[], columns: number): string {
  let line = "";
  for (const words of figures) {
    const longer = line === "" ? words : `${line}  ${words}`;
    if (longer.length > columns) break;
    line = longer;
  }
  return line;
}

/** When it began and when it changed last: `2026-04-09 18:02 – 18:03`. */
function spanWords({ createdAt, updatedAt }: ThreadSummary): string {
  const [from, to] = [timeFigure(createdAt).slice(0, 16), timeFigure(updatedAt).slice(0, 16)];
  if (from === to) return from;
  return `${from} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`;
}

function markWords({ forks, forkedFrom, isArchived, collection }: ThreadSummary): string[] {
  return [
    ...(forks > 0 ? [counted(forks, "fork")] : []),
    ...(forkedFrom === null ? [] : ["a fork"]),
    ...(isArchived ? ["archived"] : []),
    ...(collection === "refold" ? [] : [collection]),
  ];
}

const SHORTEST_ID = 10;

/** For each id the shortest beginning, of ten characters at least, that no other one has. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort();
  const short = new Map<string, string>();
  let before = 0; // how much the id shares with the one before it
  for (const [index, id] of sorted.entries()) {
    const behind = sharedLength(id, sorted[index + 1] ?? "");
    short.set(id, id.slice(0, Math.max(SHORTEST_ID, before + 1, behind + 1)));
    before = behind;
  }
  return short;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
