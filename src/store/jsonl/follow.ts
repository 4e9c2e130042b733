import { headRegressed, offsetOutOfRange, threadDeleted } from "../errors.js";
import { type FSWatcher, watch } from "node:fs";
import type { LogEvent } from "../../events/event.js";
import type { FollowOptions, NewerEvents } from "../event-store.js";
import type { FileStatus, FileSystem } from "./file-system.js";
import { findEvent, findLogEnd } from "./find-batch.js";
import { rolloutStatus } from "./home.js";
import { readBytes } from "./lines.js";
import type { LogFile } from "./log-file.js";
import { openIfThere } from "./open-log.js";
import { ThreadWatch } from "../thread-watch.js";
import { findStart, type ReadFrom, readRunsFrom } from "./read-runs.js";

interface FollowFileOptions extends FollowOptions {
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
 * @throws {RefoldError} `thread-deleted`: the file went
 * @throws {RefoldError} `head-regressed`: events that were read are not there any more
 */
export async function* followFile(
  options: FollowFileOptions,
): AsyncGenerator<readonly LogEvent[], void, undefined> {
  const { fileSystem, signal, threadId } = options;
  const position = new FollowPosition(options);
  const watch = new ThreadWatch(threadId, pollMs);
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
    await nextChange(path, watch, signal);
  }
  throw threadDeleted(threadId);
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

/** The newest event that was read, and the byte after its line. */
interface Anchor {
  readonly event: LogEvent;
  readonly endByte: number;
}

/** How far a log has been followed; kept by the last event's sum, so that a changed past shows. */
class FollowPosition {
  readonly #threadId: string;
  readonly #from: number;
  readonly #newer: NewerEvents;
  #anchor: Anchor | undefined;

  constructor({ threadId, from = 0, newer }: FollowOptions & { readonly threadId: string }) {
    this.#threadId = threadId;
    this.#from = from;
    this.#newer = newer === undefined ? {} : { newer };
  }

  /** The runs after what was read before. @throws {RefoldError} `head-regressed`: that is not there any more */
  *readNew(log: LogFile): Generator<readonly LogEvent[], void, undefined> {
    const start = this.#anchor === undefined ? this.#first(log) : this.#behind(log, this.#anchor);
    const runs = readRunsFrom(log, { ...start, ...this.#newer });
    let event = this.#anchor?.event;
    for (;;) {
      const { value, done } = runs.next();
      if (done === true) {
        if (event !== undefined) this.#anchor = { event, endByte: value.endByte };
        return;
      }
      event = value.at(-1) ?? event;
      const wanted = value.filter(({ offset }) => offset >= this.#from);
      if (wanted.length > 0) yield wanted;
    }
  }

  /** Begins one event early, so that there is an anchor before anything is new. */
  #first(log: LogFile): ReadFrom {
    const end = findLogEnd(log);
    if (end !== null && end.head < this.#from) {
      const range = { threadId: this.#threadId, offset: this.#from, head: end.head };
      throw offsetOutOfRange(range);
    }
    const from = Math.max(0, this.#from - 1);
    return { startByte: findStart(log, from), from };
  }

  #behind(log: LogFile, { event, endByte }: Anchor): ReadFrom {
    const startOffset = event.offset + 1;
    const ending = Buffer.from(`,"sum":"${event.sum ?? ""}"}\n`);
    if (readBytes(log, endByte - ending.length, endByte).equals(ending)) {
      return { startByte: endByte, startOffset };
    }
    const found = findEvent(log, event.offset); // in another file, put in place of the one before
    if (found?.event.id === event.id && found.event.sum === event.sum) {
      return { startByte: found.endByte, startOffset };
    }
    const actual = Math.min(findLogEnd(log)?.head ?? 0, event.offset);
    throw headRegressed({ threadId: this.#threadId, seen: startOffset, actual });
  }
}

/** How long a change may go unseen where the system does not tell of it. */
const pollMs = 50;

/** Waits until a file has changed, as far as the system tells, but no longer than a poll's interval. */
async function nextChange(
  path: string | undefined,
  watch: ThreadWatch,
  signal: AbortSignal | undefined,
): Promise<void> {
  const watcher = path === undefined ? undefined : watchIfPossible(path, () => watch.wake());
  try {
    await watch.change(signal);
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
