import { type FSWatcher, watch } from "node:fs";
import { threadDeleted } from "../errors.js";
import { ThreadWatch } from "../follow-runs.js";
import type { FileStatus, FileSystem } from "./file-system.js";
import { rolloutStatus } from "./home.js";

interface FileChangesOptions {
  readonly fileSystem: FileSystem;
  readonly threadId: string;
  /** Where the thread's file is now; undefined: it has none. */
  readonly find: () => string | undefined;
  /** Throws when the store is closed. */
  readonly checkOpen: () => void;
}

/** A file whose replacement removes it first may be away for so many looks. */
const looksBeforeDeleted = 3;
/** How long a change may go unseen where the system does not tell of it. */
const pollMs = 50;

/**
 * What waits for the changes of a thread's file. Timer and watch exist only while somebody waits for the
 * next, so nothing else keeps a process alive.
 *
 * @returns resolves when the file is not what it was at the last call, or when `signal` ends; throws
 *   `thread-deleted` when the file went
 */
export function fileChanges({ fileSystem, threadId, find, checkOpen }: FileChangesOptions) {
  let seen: FileStatus | undefined;
  return async (signal: AbortSignal | undefined): Promise<void> => {
    for (let misses = 0; misses < looksBeforeDeleted;) {
      if (signal?.aborted === true) return;
      checkOpen();
      const path = find();
      const status = path === undefined ? undefined : rolloutStatus(fileSystem, path);
      if (status === undefined) misses += 1;
      else if (isChanged(seen, status)) {
        seen = status;
        return;
      } else misses = 0;
      await fileMayHaveChanged(path, signal);
    }
    throw threadDeleted(threadId);
  };
}

function isChanged(seen: FileStatus | undefined, now: FileStatus): boolean {
  return seen?.sizeBytes !== now.sizeBytes || seen.modifiedMs !== now.modifiedMs;
}

/** Resolves when the system tells of a change, but no later than a poll's interval. */
async function fileMayHaveChanged(
  path: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const change = new ThreadWatch({ pollMs });
  const watcher = path === undefined ? undefined : watchIfPossible(path, () => change.wake());
  try {
    await change.wait(signal);
  } finally {
    watcher?.close();
  }
}

/** Watching only makes it faster: where it fails (too many watches, no such file) polling is enough. */
function watchIfPossible(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(path, { persistent: false }, onChange).on("error", onChange);
  } catch {
    return undefined;
  }
}
