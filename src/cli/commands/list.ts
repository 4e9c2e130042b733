import { nearestNames } from "../../nearest-names.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { listThreads } from "../../sessions/listing/list-threads.js";
import type { ThreadSummary } from "../../sessions/listing/thread-summary.js";
import { ExitCode } from "../exit-code.js";
import { pathOption } from "../options.js";
import { byteFigure, counted, shortFigure, type Times } from "../../projections/figures.js";
import type { Output } from "../output/output.js";
import { UTC_TIMES } from "../output/times.js";
import { isModel, type Selection, selectThreads } from "../select-threads.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";

interface ListOptions extends HomeOption, Selection {
  readonly codex?: string | true;
  readonly json?: true;
}

/** `refold list`: the threads of the store, the last changed first. */
export const declareList: DeclareCommand = (command, shell) => {
  declareHome(command)
    .option("--search <text>", "title, id, folder or model contains the text")
    .option("--full-text", "with --search: also search all messages")
    .option("--cwd <folder>", "worked in this folder or below it", pathOption)
    .option("--since <time>", "changed since a day, a time, or an age (7d)")
    .option("--model <model>", "newest turn used this model, or one with this prefix")
    .option(
      "--codex [folder]",
      "with the sessions of a Codex home (CODEX_HOME or ~/.codex)",
      pathOption,
    )
    .option(...UTC_TIMES)
    .option("--json", "one JSON document, a member for each thread")
    .addHelpText("after", EXAMPLE)
    .action((options: ListOptions) => list(options, shell));
};

async function list(options: ListOptions, shell: Shell): Promise<void> {
  const { home, codex, json } = options;
  let isFirst = true;
  const threads = await listThreads({
    ...(home !== undefined && { home }),
    ...(codex !== undefined && { codex }),
    onNotice: (notice) => shell.messages.text(`refold: ${notice}`),
    onProgress: (done, total) => {
      if (isFirst) shell.progress.start("reading", total);
      isFirst = false;
      shell.progress.update(done);
    },
  });
  shell.progress.stop();
  const found = await selectThreads(threads, options, shell.progress);
  if (found.some(({ problem }) => problem !== null)) shell.exitCode = ExitCode.refused;
  if (json) shell.output.json(found, { indent: 2 });
  else await show(found, threads, shell);
  if (found.length === 0) await tellNothingFound(threads, options, shell);
}

/** So many are written before it is looked whether the reader keeps up. */
const THREADS_A_PART = 64;

async function show(
  found: readonly ThreadSummary[],
  all: readonly ThreadSummary[],
  { output }: Shell,
): Promise<void> {
  const ids = shortIds(all.map(({ threadId }) => threadId));
  const { columns, styles, times } = output;
  const width = { columns, styles, times, excerpt: await excerptFor(found, columns) };
  for (let from = 0; from < found.length; from += THREADS_A_PART) {
    for (const thread of found.slice(from, from + THREADS_A_PART)) {
      output.text(threadLines(thread, ids.get(thread.threadId) ?? thread.threadId, width));
    }
    await output.keepUp();
  }
  if (found.length > 0) output.text(styles.dim(`times: ${times.zone}`));
}

type Excerpt = (text: string, columns: number) => string;

/** The library that measures every script loads as slowly as a list; most lists do not need it. */
async function excerptFor(threads: readonly ThreadSummary[], columns: number): Promise<Excerpt> {
  const isUsual = (thread: ThreadSummary): boolean =>
    thread.problem === null && quickExcerpt(titleOf(thread), columns) !== undefined;
  if (threads.every(isUsual)) return (text) => quickExcerpt(text, columns) ?? text;
  return (await import("../output/layout.js")).excerpt;
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

async function tellNothingFound(
  all: readonly ThreadSummary[],
  { model }: ListOptions,
  { messages }: Shell,
): Promise<void> {
  if (all.length === 0) {
    messages.text("refold: no threads yet");
    return;
  }
  messages.text(`refold: none of ${counted(all.length, "thread")}`);
  if (model === undefined) return;
  const likely = likelyModels(all, model);
  if (likely.length > 0) messages.text(`no thread used that model; there is ${likely.join(", ")}`);
}

const EXAMPLE = `
What was read is remembered in <home>/index, which may be removed at any time.

Example:
  $ refold list --since 7d --model gpt-5
  $ refold list --search "rate limit" --full-text --codex`;

interface Width extends Pick<Output, "columns" | "styles" | "times"> {
  readonly excerpt: Excerpt;
}

/** Two lines a thread: what it is called, and below it the figures; a third, should it have a problem. */
export function threadLines(
  thread: ThreadSummary,
  shortId: string,
  { columns, styles, times, excerpt }: Width,
): readonly string[] {
  const { turns, tokens, sizeBytes, model, problem } = thread;
  const figures = [shortId, spanWords(thread, times), ...markWords(thread)];
  figures.push(counted(turns, "turn"), `${shortFigure(tokens)} tokens`, byteFigure(sizeBytes));
  if (model !== null) figures.push(neutraliseLine(model));
  return [
    styles.bold(excerpt(titleOf(thread), columns)),
    `  ${styles.dim(joined(figures, columns - 2))}`,
    ...(problem === null ? [] : [`  ${styles.yellow(excerpt(problem, columns * 3))}`]),
  ];
}

function titleOf({ title }: ThreadSummary): string {
  return title ?? "(nothing said yet)";
}

/** Figures are left out from the end rather than cut. */
function joined(figures: readonly string[], columns: number): string {
  const whole = figures.join("  ");
  return whole.length <= columns ? whole : joined(figures.slice(0, -1), columns);
}

/** When it began and when it changed last: `2026-04-09 18:02 – 18:03`. */
function spanWords({ createdAt, updatedAt }: ThreadSummary, times: Times): string {
  const minute = (at: string): string => times.time(at).slice(0, 16);
  const [start, end] = [minute(createdAt), minute(updatedAt)];
  if (start === end) return start;
  return `${start} – ${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
}

function markWords({ olderFiles = [], ...thread }: ThreadSummary): string[] {
  const { forks, forkedFrom, isArchived, collection } = thread;
  const words: string[] = [];
  if (forks > 0) words.push(counted(forks, "fork"));
  if (forkedFrom !== null) words.push("a fork");
  if (olderFiles.length > 0) words.push(counted(olderFiles.length + 1, "generation"));
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

const SHOWN = 6;

/**
 * What the threads of a list used in place of a model that none of them did: the models that are
 * spelled most like it, else some of all; none when it is not the model that nothing was found for.
 */
export function likelyModels(threads: readonly ThreadSummary[], wanted: string): readonly string[] {
  if (threads.some(({ model }) => isModel(model, wanted))) return [];
  const models = new Set(threads.flatMap(({ model }) => (model === null ? [] : [model])));
  const near = nearestNames(wanted, models);
  return near.length > 0 ? near : [...models].sort().slice(0, SHOWN);
}
