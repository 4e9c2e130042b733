import type { ThreadSummary } from "../../runtime/discovery/listing/thread-summary.js";
import { byteFigure, counted, shortFigure } from "../output/figures.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output } from "../output/output.js";
import { quickExcerpt } from "../output/quick-excerpt.js";

type Width = Pick<Output, "columns" | "styles">;

/**
 * Two lines a thread: what it is called, and below it the figures. Most titles do not need what measures
 * every script, so it is loaded for the first that does: then, and only then, there is a promise.
 */
export function threadLines(
  thread: ThreadSummary,
  shortId: string,
  output: Width,
): string | Promise<string> {
  const title = quickExcerpt(titleOf(thread), output.columns);
  if (title === undefined || thread.problem !== null) return measuredLines(thread, shortId, output);
  return twoLines(thread, { shortId, title }, output);
}

async function measuredLines(
  thread: ThreadSummary,
  shortId: string,
  output: Width,
): Promise<string> {
  const { excerpt } = await import("../output/layout.js");
  const title = excerpt(titleOf(thread), output.columns);
  const lines = twoLines(thread, { shortId, title }, output);
  if (thread.problem === null) return lines;
  return `${lines}\n  ${output.styles.yellow(excerpt(thread.problem, output.columns * 3))}`;
}

function titleOf({ title }: ThreadSummary): string {
  return title ?? "(nothing said yet)";
}

function twoLines(
  thread: ThreadSummary,
  { shortId, title }: { readonly shortId: string; readonly title: string },
  { columns, styles }: Width,
): string {
  const figures = [shortId, spanWords(thread), ...markWords(thread)];
  figures.push(counted(thread.turns, "turn"), `${shortFigure(thread.tokens)} tokens`);
  figures.push(byteFigure(thread.sizeBytes));
  if (thread.model !== null) figures.push(neutraliseLine(thread.model));
  return `${styles.bold(title)}\n  ${styles.dim(joined(figures, columns - 2))}`;
}

/** Figures are left out from the end rather than cut. */
function joined(figures: readonly string[], columns: number): string {
  const whole = figures.join("  ");
  if (whole.length <= columns) return whole;
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
  const [day, time] = [createdAt.slice(0, 10), createdAt.slice(11, 16)];
  const [lastDay, lastTime] = [updatedAt.slice(0, 10), updatedAt.slice(11, 16)];
  if (day !== lastDay) return `${day} ${time} – ${lastDay} ${lastTime}`;
  return time === lastTime ? `${day} ${time}` : `${day} ${time} – ${lastTime}`;
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
  const sorted = ids.toSorted();
  const short = new Map<string, string>();
  let before = 0; // how much the id shares with the one before it
  for (let index = 0; index < sorted.length; index += 1) {
    const [id = "", next = ""] = [sorted[index], sorted[index + 1]];
    if (id === next) continue;
    const behind = sharedLength(id, next);
    short.set(id, id.slice(0, Math.max(SHORTEST_ID, before + 1, behind + 1)));
    before = behind;
  }
  return short;
}

/** Less than the shortest there is counts as nothing. */
function sharedLength(one: string, other: string): number {
  if (one.slice(0, SHORTEST_ID) !== other.slice(0, SHORTEST_ID)) return 0;
  let length = SHORTEST_ID;
  const most = Math.min(one.length, other.length);
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}
