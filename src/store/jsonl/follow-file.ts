import type { LogEvent } from "../../events/event.js";
import type { FollowOptions } from "../event-store.js";
import { ThreadDeleted } from "../thread-deleted.js";
import type { FileStatus, FileSystem } from "./file-system.js";
import { FollowPosition } from "./follow-position.js";
import { nextChange } from "./next-change.js";
import { rolloutStatus } from "./find-rollout.js";
import { openIfThere } from "./open-log.js";

export interface FollowFileOptions extends FollowOptions {
  readonly fileSystem: FileSystem;
  readonly threadId: string;
  /** Where the thread's file stands now; undefined: it has none. */
  readonly find: () => string | undefined;
  /** Throws when the store is closed. */
  readonly checkOpen: () => void;
}

/** A file whose replacement removes it first may be away for so many looks. */
const looksBeforeDeleted = 3;

/**
 * The runs of a log and then those that are appended, by whomever, until `signal` ends it. Timer and
 * watch exist only while the caller waits for the next run, so nothing else keeps a process alive.
 *
 * @throws {ThreadDeleted} the file went
 * @throws {HeadRegressed} events that were read are not there any more
 */
export async function* followFile(
  options: FollowFileOptions,
): AsyncGenerator<readonly LogEvent[], void, undefined> {
  const { fileSystem, signal, threadId } = options;
  const position = new FollowPosition(options);
  let path = options.find();
  let seen: FileStatus | undefined;
  for (let misses = 0; misses < looksBeforeDeleted;) {
    if (signal?.aborted === true) return;
    options.checkOpen();
    const status = path === undefined ? undefined : rolloutStatus(fileSystem, path);
    if (path === undefined || status === undefined) {
      misses += 1;
      path = options.find();
    } else {
      misses = 0;
      if (isChanged(seen, status)) yield* readIfThere(fileSystem, path, position);
      seen = status;
    }
    await nextChange(path, signal);
  }
  throw new ThreadDeleted(threadId);
}

function isChanged(seen: FileStatus | undefined, now: FileStatus): boolean {
  return seen?.sizeBytes !== now.sizeBytes || seen.modifiedMs !== now.modifiedMs;
}

function* readIfThere(fileSystem: FileSystem, path: string, position: FollowPosition) {
  const log = openIfThere(fileSystem, path);
  if (log === undefined) return; // removed just now: the next look tells
  try {
    yield* position.readNew(log);
  } finally {
    log.close();
  }
}
