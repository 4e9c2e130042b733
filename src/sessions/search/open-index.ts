import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Requirement } from "../../projections/own-pattern.js";
import { preparedFiles, type SessionFile, type SessionView, sizeOf } from "../session-files.js";
import { indexFolder, PART_SUFFIX, SearchIndex } from "./search-index.js";
import { batchesOf, inOrder } from "../worker-threads.js";
import { openSearchThreads } from "./search-threads.js";
import { readStoredTexts } from "./read-texts.js";
import { type PartTask, writePartOf } from "./write-part.js";
import { unreachable } from "../../errors.js";
import { indexedFile, indexName, type StoredThread } from "../stored-threads.js";

export interface IndexOptions {
  /** The home that has the index; null: there is none, and all files are read. */
  readonly indexHome: string | null;
  /** Makes the files; absent: they are there. */
  readonly view?: SessionView;
  /** How far indexing has come, in bytes of sessions. */
  readonly onIndexing?: (doneBytes: number, totalBytes: number) => void;
  /** Something is wrong with the index: it costs time and nothing else. */
  readonly onNotice?: (notice: string) => void;
  /** Absent: what is quickest. */
  readonly limits?: IndexLimits;
}

/** In bytes of sessions. */
interface IndexLimits {
  /** Up to so many that are not indexed are read instead. */
  readonly unindexed: number;
  /** So many are in a part of the index. */
  readonly part: number;
}

/** What is read in less time than an index takes to open; and the larger a part, the less repeats. */
const LIMITS: IndexLimits = { unindexed: 16 * 1024 * 1024, part: 32 * 1024 * 1024 };

/**
 * The index with what it lacked for some files, where it is of use, and what it tells of something
 * that is looked for.
 * @returns null: it is not
 */
export async function openIndex(
  files: readonly SessionFile[],
  required: Requirement,
  { indexHome, view, onIndexing, onNotice = () => undefined, limits = LIMITS }: IndexOptions,
): Promise<SearchIndex | null> {
  if (indexHome === null || sizeOf(files) <= limits.unindexed) return null;
  const lookUp = view && ((key: string) => (view.has(key) ? null : undefined));
  const folder = indexFolder(indexHome);
  const index = new SearchIndex(folder, files, required, lookUp);
  index.open(onNotice);
  const unknownBytes = sizeOf(index.unknown);
  if (unknownBytes <= limits.unindexed) return index;
  const threads = openSearchThreads(unknownBytes / LIMITS.part);
  // What cannot be had is told of when it is searched.
  const write = async ({ path, files: wanted }: PartTask) =>
    threads.writePart({ path, files: view ? (await preparedFiles(view, wanted)).files : wanted });
  try {
    const tasks = partsOf(index.unknown, folder, limits.part);
    await takeParts(index, inOrder(tasks, threads.ahead, write), { onIndexing, onNotice });
  } finally {
    await threads.close();
  }
  return index;
}

/**
 * The same for threads of a database, read one after the other. Its index has a folder of its own.
 * @returns null: it is of no use
 */
export async function openStoredIndex(
  stored: readonly StoredThread[],
  required: Requirement,
  { indexHome, onIndexing, onNotice = () => undefined, limits = LIMITS }: IndexOptions,
): Promise<SearchIndex | null> {
  const [first] = stored;
  const threads = new Map(stored.map((thread) => [thread.path, thread]));
  const files = stored.map(indexedFile);
  if (indexHome === null || first === undefined || sizeOf(files) <= limits.unindexed) return null;
  const folder = join(indexFolder(indexHome), indexName(first.home));
  const isThere = await pathsBeside(first);
  const lookUp = (path: string) => (isThere.has(path) ? null : undefined);
  const index = new SearchIndex(folder, files, required, lookUp);
  index.open(onNotice);
  if (sizeOf(index.unknown) <= limits.unindexed) return index;
  const write = (task: PartTask) =>
    writePartOf(task, ({ path }, take) => {
      const thread = threads.get(path);
      if (thread === undefined) throw unreachable("a thread is indexed that nobody asked for");
      return readStoredTexts(thread, {}, take);
    });
  const tasks = partsOf(index.unknown, folder, limits.part);
  await takeParts(index, inOrder(tasks, 1, write), { onIndexing, onNotice });
  return index;
}

/** The paths of all threads of a home: what is not among them was deleted. */
async function pathsBeside({ store, path, entry }: StoredThread): Promise<ReadonlySet<string>> {
  const home = path.slice(0, -entry.threadId.length);
  const paths = new Set<string>();
  for await (const { threadId } of store.list()) paths.add(home + threadId);
  return paths;
}

interface Listeners {
  readonly onIndexing: IndexOptions["onIndexing"];
  readonly onNotice: (notice: string) => void;
}

/** Takes in parts as they are written, up to the first that cannot be. */
async function takeParts(
  index: SearchIndex,
  written: AsyncIterable<readonly [PartTask, string | null]>,
  { onIndexing, onNotice }: Listeners,
): Promise<void> {
  const totalBytes = sizeOf(index.unknown);
  let doneBytes = 0;
  onIndexing?.(0, totalBytes);
  for await (const [{ path, files }, failure] of written) {
    const notice = failure ?? index.take(path);
    if (notice !== null) onNotice(`${notice}; what is not indexed is read`);
    if (failure !== null) return;
    onIndexing?.((doneBytes += sizeOf(files)), totalBytes);
  }
}

function* partsOf(
  files: readonly SessionFile[],
  folder: string,
  partBytes: number,
): Generator<PartTask> {
  for (const part of batchesOf(files, partBytes)) {
    yield { path: join(folder, `${randomBytes(8).toString("hex")}${PART_SUFFIX}`), files: part };
  }
}
