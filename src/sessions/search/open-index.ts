import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Requirement } from "../../projections/own-pattern.js";
import type { SessionFile } from "../session-files.js";
import type { SessionView } from "../session-view.js";
import { indexFolder, PART_SUFFIX, SearchIndex } from "./search-index.js";
import { inOrder, openSearchThreads } from "./search-threads.js";
import type { PartTask } from "./write-part.js";

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
  const index = new SearchIndex(indexHome, files, required, lookUp);
  index.open(onNotice);
  const unknown = index.unknown;
  const totalBytes = sizeOf(unknown);
  if (totalBytes <= limits.unindexed) return index;
  const threads = openSearchThreads(totalBytes / LIMITS.part);
  let doneBytes = 0;
  onIndexing?.(0, totalBytes);
  try {
    const tasks = partsOf(unknown, indexFolder(indexHome), limits.part);
    for await (const [{ path, files: done }, failure] of inOrder(
      tasks,
      threads,
      async ({ path, files: wanted }) =>
        threads.writePart({ path, files: await preparedOf(wanted, view) }),
    )) {
      const notice = failure ?? index.take(path);
      if (notice !== null) onNotice(`${notice}; what is not indexed is read`);
      if (failure !== null) break;
      onIndexing?.((doneBytes += sizeOf(done)), totalBytes);
    }
  } finally {
    await threads.close();
  }
  return index;
}

/** What cannot be had is told of when it is searched. */
async function preparedOf(
  files: readonly SessionFile[],
  view: SessionView | undefined,
): Promise<readonly SessionFile[]> {
  const prepared: SessionFile[] = [];
  for (const file of files) {
    const failure = (await view?.prepare(file.path)) ?? null;
    if (failure === null) prepared.push(file);
  }
  return prepared;
}

function* partsOf(
  files: readonly SessionFile[],
  folder: string,
  partBytes: number,
): Generator<PartTask> {
  const newPath = (): string => join(folder, `${randomBytes(8).toString("hex")}${PART_SUFFIX}`);
  let part: SessionFile[] = [];
  let bytes = 0;
  for (const file of files) {
    part.push(file);
    bytes += file.sizeBytes;
    if (bytes < partBytes) continue;
    yield { path: newPath(), files: part };
    [part, bytes] = [[], 0];
  }
  if (part.length > 0) yield { path: newPath(), files: part };
}

function sizeOf(files: readonly { readonly sizeBytes: number }[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
