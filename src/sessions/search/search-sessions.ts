import { sum } from "../../projections/figures.js";
import type { SessionFile, SessionView } from "../session-files.js";
import { indexedFile, type StoredThread } from "../stored-threads.js";
import type { IndexedFile } from "./index-part.js";
import { parseQuery } from "./query.js";
import {
  type FileAnswer,
  isOfProject,
  type SearchCriteria,
  searchStored,
  type SearchHit,
} from "./search-file.js";
import { type IndexOptions, openIndex, openStoredIndex } from "./open-index.js";
import { openSearchThreads, type SearchThreads } from "./search-threads.js";
import { inOrder } from "../worker-threads.js";
import { whyUnread, type UnreadSession } from "../errors.js";
import { rolloutPlace } from "../open-session.js";
import type { SearchedSession } from "./read-texts.js";

export interface SearchOptions extends IndexOptions {
  /** Those that are searched, in any order. */
  readonly files: readonly SessionFile[];
  readonly criteria: SearchCriteria;
}

/**
 * Searches sessions, the last changed first. What is not asked for is not read: whoever has enough
 * stops. With an index, files are read only where it says that they may hold what is looked for, and
 * what is told was read from them; without one, the answers are the same.
 * @throws {RefoldError} `invalid-argument`: the query is none
 */
export async function* searchSessions({
  files,
  criteria,
  ...options
}: SearchOptions): AsyncGenerator<FileAnswer, void, undefined> {
  const { required } = parseQuery(criteria.query);
  const index = await openIndex(files, required, options);
  const steps = files.toSorted(lastChangedFirst).map((file): Step => {
    const found = index?.find(file);
    if (found === undefined || !isAnswer(found.file, criteria)) return { file, answer: null };
    const isOut = !found.mayHold || !isWithin(found.file, criteria);
    return isOut || found.file.unread !== null
      ? { file, answer: answerOf(file, found.file) }
      : { file, answer: null };
  });
  yield* answers(steps, { criteria, view: options.view });
}

/** What is searched together. */
export interface SearchedPlaces {
  /** Threads of a database. */
  readonly stored: readonly StoredThread[];
  readonly files: readonly SessionFile[];
  /** Null: none. */
  readonly view: SessionView | null;
  /** Of the view; absent: all of it. */
  readonly viewed?: readonly SessionFile[];
}

/**
 * Searches all of them, a view by its own index unless there is to be none.
 * @throws {RefoldError} `invalid-argument`: the query is none
 */
export async function* searchPlaces(
  { stored, files, view, viewed = view?.files ?? [] }: SearchedPlaces,
  options: Omit<SearchOptions, "files">,
): AsyncGenerator<FileAnswer, void, undefined> {
  yield* searchThreads({ ...options, threads: stored });
  yield* searchSessions({ ...options, files });
  if (view === null) return;
  const indexHome = options.indexHome && view.indexHome;
  yield* searchSessions({ ...options, files: viewed, view, indexHome });
}

export interface ThreadSearchOptions extends IndexOptions {
  /** In the order in which they are searched. */
  readonly threads: readonly StoredThread[];
  readonly criteria: SearchCriteria;
}

/**
 * Searches threads of a database, by its index where that is of use.
 * @throws {RefoldError} `invalid-argument`: the query is none
 */
export async function* searchThreads({
  threads,
  criteria,
  ...options
}: ThreadSearchOptions): AsyncGenerator<FileAnswer, void, undefined> {
  const query = parseQuery(criteria.query);
  const index = await openStoredIndex(threads, query.required, options);
  for (const thread of threads) {
    const file = indexedFile(thread);
    const found = index?.find(file);
    const isOut = found !== undefined && (!found.mayHold || !isWithin(found.file, criteria));
    yield isOut ? answerOf(file, found.file) : await searchStored(thread, criteria, query);
  }
}

/** A file to look at; with an answer it need not be read. */
interface Step {
  readonly file: SessionFile;
  readonly answer: FileAnswer | null;
}

function lastChangedFirst(one: SessionFile, other: SessionFile): number {
  if (one.modifiedMs !== other.modifiedMs) return other.modifiedMs - one.modifiedMs;
  return one.path < other.path ? -1 : 1;
}

/** What could not be read may be when newer events are passed over. */
function isAnswer({ unread }: IndexedFile, { newer }: SearchCriteria): boolean {
  return unread === null || newer !== "ignore";
}

function isWithin(file: IndexedFile, criteria: SearchCriteria): boolean {
  const { since, until } = criteria;
  const { firstAt, lastAt, cwd } = file;
  if (firstAt === null || lastAt === null) return false;
  const isInTime =
    (since === undefined || lastAt >= since) && (until === undefined || firstAt <= until);
  return isInTime && isOfProject(cwd, criteria);
}

function answerOf({ path }: SessionFile, { damagedPlaces, unread }: IndexedFile): FileAnswer {
  return { path, found: null, damagedPlaces, unread };
}

/** So much is read in one go. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** So much is read here first: mostly it is enough, and threads take time to begin. */
const HERE_BYTES = 16 * 1024 * 1024;
/** Below this many bytes for each, threads cost more than they save. */
const SEARCHED_BYTES_A_THREAD = 64 * 1024 * 1024;

interface Searching {
  readonly criteria: SearchCriteria;
  readonly view: SessionView | undefined;
}

async function* answers(steps: readonly Step[], { criteria, view }: Searching) {
  const search = async (
    batch: readonly Step[],
    { searchFiles }: Pick<SearchThreads, "searchFiles">,
  ): Promise<Iterable<FileAnswer>> => {
    const prepared = await preparedSteps(batch, view);
    return merged(prepared, await searchFiles({ paths: pathsToRead(prepared), criteria }));
  };
  let at = 0;
  for (let bytes = 0; at < steps.length && bytes < HERE_BYTES;) {
    const batch = nextBatch(steps, at, HERE_BYTES / 32);
    bytes += bytesToRead(batch);
    at += batch.length;
    yield* await search(batch, here);
  }
  const rest = steps.slice(at);
  const threads = openSearchThreads(bytesToRead(rest) / SEARCHED_BYTES_A_THREAD);
  try {
    const searched = (batch: readonly Step[]) => search(batch, threads);
    for await (const [, read] of inOrder(batchesOf(rest), threads.ahead, searched)) yield* read;
  } finally {
    await threads.close();
  }
}

const here = openSearchThreads(1);

/** What has to be read is there, or why not is its answer. */
async function preparedSteps(
  steps: readonly Step[],
  view: SessionView | undefined,
): Promise<readonly Step[]> {
  if (view === undefined) return steps;
  const prepared: Step[] = [];
  for (const { file, answer } of steps) {
    const failure = answer === null ? await view.prepare(file.path) : null;
    const { path } = file;
    const unread = failure && { path, found: null, damagedPlaces: 0, unread: whyUnread(failure) };
    prepared.push({ file, answer: unread ?? answer });
  }
  return prepared;
}

function* batchesOf(steps: readonly Step[]): Generator<readonly Step[]> {
  for (let at = 0; at < steps.length;) {
    const batch = nextBatch(steps, at, BATCH_BYTES);
    at += batch.length;
    yield batch;
  }
}

/** Files up to so many bytes that have to be read, one at least. */
function nextBatch(steps: readonly Step[], from: number, mostBytes: number): readonly Step[] {
  let bytes = 0;
  let to = from;
  for (; to < steps.length && bytes < mostBytes; to += 1) {
    const step = steps[to];
    if (step?.answer === null) bytes += step.file.sizeBytes;
  }
  return steps.slice(from, to);
}

function pathsToRead(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ file, answer }) => (answer === null ? [file.path] : []));
}

function bytesToRead(steps: readonly Step[]): number {
  return sum(steps.map(({ file, answer }) => (answer === null ? file.sizeBytes : 0)));
}

function* merged(steps: readonly Step[], read: readonly FileAnswer[]): Generator<FileAnswer> {
  let next = 0;
  for (const { answer } of steps) {
    const one = answer ?? read[next++];
    if (one !== undefined) yield one;
  }
}

/** A session with what was found in it. */
export interface FoundSession {
  /** By which other commands open it: a thread's id, or a path. */
  readonly name: string;
  readonly path: string;
  readonly session: SearchedSession;
  readonly hits: readonly SearchHit[];
}

/** What was found so far, up to so many hits. */
export class Found {
  readonly sessions: FoundSession[] = [];
  readonly damaged: { readonly path: string; readonly places: number }[] = [];
  readonly unread: UnreadSession[] = [];
  hits = 0;
  /** Whether there are more hits than that. */
  isMore = false;

  constructor(
    readonly limit: number,
    private readonly home: string | null,
  ) {}

  /** Takes the next file's answer. @returns what is to be shown of it; null: nothing */
  take({ path, threadId, found, damagedPlaces, unread }: FileAnswer): FoundSession | null {
    if (unread !== null) this.unread.push({ path, ...unread });
    if (damagedPlaces > 0) this.damaged.push({ path, places: damagedPlaces });
    if (found === null) return null;
    const hits = found.hits.slice(0, this.limit - this.hits);
    this.isMore = hits.length < found.hits.length;
    this.hits += hits.length;
    if (hits.length === 0) return null;
    const place = rolloutPlace(path);
    const name = threadId ?? (place?.home === this.home ? place.threadId : path);
    const session = { name, path, session: found.session, hits };
    this.sessions.push(session);
    return session;
  }

  /** As `--json` has it (docs/cli.md, "search"). */
  toJson() {
    const { isMore, damaged, unread } = this;
    const sessions = this.sessions.map(({ name, path, session, hits }) => ({
      ...{ name, path, ...session },
      hits: hits.map(({ offset, at, speaker, tool, excerpt, places }) => ({
        ...{ offset, at, role: speaker, tool, excerpt, places },
      })),
    }));
    return { sessions, more: isMore, damaged, unread };
  }
}
