import type { ThreadSummary } from "../../runtime/discovery/listing/thread-summary.js";
import { byteFigure, counted, shortFigure, timeFigure } from "../output/figures.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output } from "../output/output.js";
import { quickExcerpt } from "../output/quick-excerpt.js";

/** Two lines a thread: what it is called, and below it the figures. */
export async function threadLines(
  thread: ThreadSummary,
  shortId: string,
  { columns, styles }: Pick<Output, "columns" | "styles">,
): Promise<string> {
  const title = await excerptOf(thread.title ?? "(nothing said yet)", columns);
  const figures = [shortId, spanWords(thread), ...markWords(thread)];
  figures.push(counted(thread.turns, "turn"), `${shortFigure(thread.tokens)} tokens`);
  figures.push(byteFigure(thread.sizeBytes));
  if (thread.model !== null) figures.push(neutraliseLine(thread.model));
  const lines = `${styles.bold(title)}\n  ${styles.dim(joined(figures, columns - 2))}`;
  if (thread.problem === null) return lines;
  return `${lines}\n  ${styles.yellow(await excerptOf(thread.problem, columns * 3))}`;
}

/** Most texts do not need what measures every script, so it is loaded for the first that does. */
async function excerptOf(text: string, columns: number): Promise<string> {
  const quick = quickExcerpt(text, columns);
  if (quick !== undefined) return quick;
  const { excerpt } = await import("../output/layout.js");
  return excerpt(text, columns);
}

/** Figures are left out from the end rather than cut. */
function joined(figures: readonly string[], columns: number): string {
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
  const words: string[] = [];
  if (forks > 0) words.push(counted(forks, "fork"));
  if (forkedFrom !== null) words.push("a fork");
  if (isArchived) words.push("archived");
  if (collection !== "refold") words.push(collection);
  return words;
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
  const most = Math.min(one.length, other.length);
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}
