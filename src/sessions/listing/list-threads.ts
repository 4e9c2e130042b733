import { join } from "node:path";
import { storeHome } from "../../store/jsonl/home.js";
import { derive, type DeriveListeners } from "./derive.js";
import { INDEX_FOLDER } from "./derived-index.js";
import { type ListedFile, storeFiles } from "./listed-files.js";
import { decodeThread, encodeThread, type ThreadSummary } from "./thread-summary.js";

export interface ListThreadsOptions extends DeriveListeners {
  /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
  /**
   * Lists the sessions of a Codex home too: a folder, or true for `CODEX_HOME`, else `~/.codex`.
   * Nothing is written there.
   */
  readonly codex?: string | true;
}

/**
 * Every thread of a home, the last changed first, each summarised from the head and the tail of its
 * file. What was read before is kept in `<home>/index/`, and read again when a file's size or time
 * has changed; the index may be removed at any time.
 *
 * @throws {RefoldError} `file-not-found`: there is no such Codex folder
 * @throws {RefoldError} `invalid-argument`
 *   it is a file
 */
export async function listThreads(options: ListThreadsOptions = {}): Promise<ThreadSummary[]> {
  const home = storeHome(options.home);
  const threads = await derive(storeFiles(home), {
    ...options,
    indexPath: join(home, INDEX_FOLDER, "threads.json"),
    read: (file) => readThread(home, file),
    encode: encodeThread,
    decode: (row, file) => decodeThread(row, file, "refold"),
  });
  countForks(threads);
  if (options.codex !== undefined) {
    const { listCodex } = await import("./codex-sessions.js");
    const sessions = await listCodex(home, { ...options, codex: options.codex });
    countForks(sessions);
    threads.push(...sessions);
  }
  return threads.sort(lastChangedFirst);
}

/** What reads threads is loaded when there is one to read: mostly the index knows them all. */
async function readThread(home: string, file: ListedFile): Promise<ThreadSummary | undefined> {
  const { summariseThread } = await import("./summarise-thread.js");
  return summariseThread(home, file);
}

/** Tells the threads of one collection how many of the others were forked from them. */
function countForks(threads: ThreadSummary[]): void {
  const forks = new Map<string, number>();
  for (const { forkedFrom } of threads) {
    if (forkedFrom === null) continue;
    forks.set(forkedFrom.threadId, (forks.get(forkedFrom.threadId) ?? 0) + 1);
  }
  if (forks.size === 0) return;
  for (const [place, thread] of threads.entries()) {
    const count = forks.get(thread.threadId);
    if (count !== undefined) threads[place] = { ...thread, forks: count };
  }
}

function lastChangedFirst(one: ThreadSummary, other: ThreadSummary): number {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? -1 : 1;
  return one.threadId > other.threadId ? -1 : 1;
}
