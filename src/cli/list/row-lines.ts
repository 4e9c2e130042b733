import { neutraliseLine, toolName } from "../../projections/display-text.js";
import {
  byteFigure,
  costFigure,
  counted,
  shortFigure,
  type Times,
} from "../../projections/figures.js";
import { entry } from "../../projections/stats/tally.js";
import { sizeOf } from "../../sessions/session-files.js";
import type { Output } from "../output/output.js";
import { spentTogether, type ThreadSummary } from "../../sessions/listing/thread-summary.js";

interface Width extends Pick<Output, "columns" | "styles" | "times">, Measures {}

/**
 * A row's title, and below it what is known of the thread: figures, then tool, folder and model; one
 * more line, should it have a problem.
 */
export function rowLines(
  row: ThreadRow,
  idOf: (threadId: string) => string,
  { columns, styles, times, excerpt, columnsOf }: Width,
): readonly string[] {
  const { thread, variants } = row;
  const { model, problem, cwd, experiment, threadId } = thread;
  const id = variants > 0 && experiment !== null ? experiment.base : threadId;
  const figures = [idOf(id), spanWords(row, times)];
  figures.push(variants > 0 ? counted(variants, "fork") : counted(thread.turns, "turn"));
  figures.push(tokenWords(row), ...costWords(row), byteFigure(row.sizeBytes));
  figures.push(toolName(thread), ...markWords(row));
  if (model !== null) figures.push(neutraliseLine(model));
  if (cwd !== null) figures.push(neutraliseLine(cwd));
  return [
    styles.bold(excerpt(titleOf(row), columns)),
    ...flowing(figures, columns - INDENT.length, columnsOf).map(
      (line) => `${INDENT}${styles.dim(line)}`,
    ),
    ...(problem === null ? [] : [`${INDENT}${styles.yellow(excerpt(problem, columns * 3))}`]),
  ];
}

function tokenWords({ tokens, cost }: ThreadRow): string {
  return tokens === 0 && cost === null ? "no tokens reported" : `${shortFigure(tokens)} tokens`;
}

/** None: the cost was not counted, or nothing was reported. */
function costWords({ cost, unpricedModels }: ThreadRow): readonly string[] {
  const unpriced = unpricedModels.length;
  return cost === null && unpriced === 0 ? [] : [costFigure({ cost, unpriced })];
}

const INDENT = "  ";

function titleOf({ thread: { title, experiment }, variants }: ThreadRow): string {
  const said = title ?? "(nothing said yet)";
  if (experiment === null) return said;
  const { name, variant } = experiment;
  const which = variants > 0 ? `experiment ${name}` : `experiment ${name}, ${variant}`;
  const given = `${name}: ${variant}`; // what the experiment calls it says nothing new
  if (said !== given && !said.startsWith(`${given} (`)) return `${which}: ${said}`;
  return variants > 0 ? which : which + said.slice(given.length);
}

/** Words after each other, on as many lines as they need. One that is longer than a line is not cut. */
function flowing(
  words: readonly string[],
  columns: number,
  columnsOf: Width["columnsOf"],
): readonly string[] {
  const lines: string[] = [];
  let room = 0;
  for (const word of words) {
    const width = columnsOf(word);
    const line = lines.at(-1);
    if (line !== undefined && width + GAP.length <= room) {
      lines[lines.length - 1] = `${line}${GAP}${word}`;
      room -= width + GAP.length;
    } else {
      lines.push(word);
      room = columns - width;
    }
  }
  return lines;
}

const GAP = "  ";

/** When it began and when it changed last: `2026-04-09 18:02 – 18:03`. */
function spanWords({ thread, updatedAt }: ThreadRow, times: Times): string {
  const minute = (at: string): string => times.time(at).slice(0, 16);
  const [start, end] = [minute(thread.createdAt), minute(updatedAt)];
  if (start === end) return start;
  return `${start} – ${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
}

function markWords({ thread, subAgents, variants }: ThreadRow): string[] {
  const { forks, forkedFrom, parent, isArchived, olderFiles = [] } = thread;
  const words: string[] = [];
  if (subAgents > 0) words.push(`with ${counted(subAgents, "sub-agent")}`);
  if (parent !== null) words.push("a sub-agent");
  if (forks > 0) words.push(counted(forks, "fork"));
  if (forkedFrom !== null && variants === 0) words.push("a fork");
  if (olderFiles.length > 0) words.push(counted(olderFiles.length + 1, "generation"));
  if (isArchived) words.push("archived");
  return words;
}

interface Measures {
  readonly excerpt: (text: string, columns: number) => string;
  /** Columns that a text takes on a terminal. */
  readonly columnsOf: (text: string) => number;
}

/** The library that measures every script loads as slowly as a list; most lists do not need it. */
export async function measuresFor(rows: readonly ThreadRow[], columns: number): Promise<Measures> {
  const isPlain = (text: string | null): boolean => text === null || !UNUSUAL.test(text);
  const isUsual = (row: ThreadRow): boolean =>
    row.thread.problem === null &&
    isPlain(row.thread.cwd) &&
    isPlain(row.thread.model) &&
    quickExcerpt(titleOf(row), columns) !== undefined;
  if (!rows.every(isUsual)) return import("../output/layout.js");
  const excerpt = (text: string): string => quickExcerpt(text, columns) ?? text;
  return { excerpt, columnsOf: (text) => text.length };
}

/**
 * What is otherwise on a terminal than in the text, or takes more than a column or none; letters,
 * punctuation and single spaces do not.
 */
const UNUSUAL = /^ | {2}|[^ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u024f\u2010-\u2027]/;

/**
 * What `excerpt` gives, without its libraries.
 * @returns undefined when the text needs them
 */
export function quickExcerpt(text: string, columns: number): string | undefined {
  const near = text.slice(0, columns + 2); // with two more, one is no space
  if (UNUSUAL.test(near)) return undefined;
  const line = near.trimEnd();
  return line.length <= columns ? line : `${near.slice(0, columns - 1).trimEnd()}…`;
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

/** A row of a list: a thread, with those that are shown as part of it. */
export interface ThreadRow {
  readonly thread: ThreadSummary;
  /** Sub-agents of the thread, and theirs. */
  readonly subAgents: number;
  /** Forks of the experiment that the thread is one of; 0: it is shown by itself. */
  readonly variants: number;
  /** When the newest of them changed. */
  readonly updatedAt: string;
  /** Of all of them. */
  readonly tokens: number;
  readonly cost: number | null;
  readonly unpricedModels: readonly (string | null)[];
  readonly sizeBytes: number;
}

/** Each thread in a row of its own. */
export function plainRows(threads: readonly ThreadSummary[]): readonly ThreadRow[] {
  return threads.map((thread) => rowOf(thread, [thread], 0));
}

/**
 * Sub-agents in the row of the thread that spawned them, if that is listed, and all forks of an
 * experiment in one row. A row stands where the newest of its threads does.
 * @param threads the last changed first
 */
export function groupedRows(threads: readonly ThreadSummary[]): readonly ThreadRow[] {
  const byId = new Map(threads.map((thread) => [thread.threadId, thread]));
  const groups = new Map<string, { readonly root: ThreadSummary; readonly all: ThreadSummary[] }>();
  for (const thread of threads) {
    const root = rootOf(thread, byId);
    const key = groupOf(root);
    entry(groups, key, () => ({ root, all: new Array<ThreadSummary>() })).all.push(thread);
  }
  return [...groups.values()].map(({ root, all }) => {
    const isExperiment = root.experiment !== null && all.length > 1;
    return rowOf(root, all, isExperiment ? all.length : 0);
  });
}

/** The thread that spawned it, or that one's, as far as they are listed. */
function rootOf(thread: ThreadSummary, byId: ReadonlyMap<string, ThreadSummary>): ThreadSummary {
  const seen = new Set([thread]);
  let root = thread;
  for (let parent = parentOf(root, byId); parent !== undefined; parent = parentOf(root, byId)) {
    if (seen.has(parent)) break; // files may say anything
    seen.add(parent);
    root = parent;
  }
  return root;
}

function parentOf(
  { parent }: ThreadSummary,
  byId: ReadonlyMap<string, ThreadSummary>,
): ThreadSummary | undefined {
  return parent === null ? undefined : byId.get(parent);
}

function groupOf({ experiment, path }: ThreadSummary): string {
  return experiment === null ? path : JSON.stringify([experiment.base, experiment.name]);
}

function rowOf(thread: ThreadSummary, all: readonly ThreadSummary[], variants: number): ThreadRow {
  return {
    thread,
    subAgents: variants > 0 ? 0 : all.length - 1,
    variants,
    updatedAt: all[0]?.updatedAt ?? thread.updatedAt,
    ...spentTogether(all),
    sizeBytes: sizeOf(all),
  };
}
