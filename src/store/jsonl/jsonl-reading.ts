import { isRefoldError } from "../../errors.js";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LogEvent } from "../../events/event.js";
import type { KeptState } from "../../events/event-source.js";
import type { ForkPoint } from "../../events/thread.js";
import {
  type BackwardOptions,
  type FollowOptions,
  newestFirst,
  type ReadOptions,
  type ThreadEntry,
} from "../event-store.js";
import { followRuns } from "../follow-runs.js";
import { forkedFrom } from "../fork-thread.js";
import { isSystemError } from "../errors.js";
import type { FileSystem } from "./file-system.js";
import { findFirstEvent, findLogEnd, findWhole } from "./find-batch.js";
import { fileChanges } from "./follow.js";
import {
  findRollout,
  noSuchRollout,
  type Place,
  type RolloutFile,
  rolloutFiles,
  rolloutStatus,
} from "./home.js";
import { keptStates, readStates, warnOfStates } from "./state-file.js";
import type { LogFile } from "./log-file.js";
import { openIfThere } from "./open-log.js";
import { readLines, readRuns, readRunsBackward } from "./read-runs.js";

export interface ReadingOptions extends Place {
  /** Throws when the store is closed. */
  readonly checkOpen: () => void;
}

/** After this many events, or bytes of lines, other work gets its turn. */
const eventsATurn = 256;
const bytesATurn = 1024 * 1024;

/** The half of the JSONL driver that reads. It takes no lease: any process may read at any time. */
export class JsonlReading {
  /** Where threads were found. */
  readonly #paths = new Map<string, string>();

  constructor(protected readonly options: ReadingOptions) {}

  readLines(threadId: string, from = 0) {
    return this.#read(threadId, (log) => readLines(log, { from, threadId }), bytesATurn);
  }

  readRuns(threadId: string, options: ReadOptions = {}) {
    return this.#read(threadId, (log) => readRuns(log, { ...options, threadId }));
  }

  readRunsBackward(threadId: string, options: BackwardOptions = {}) {
    return this.#read(threadId, (log) => readRunsBackward(log, { ...options, threadId }));
  }

  readonly keptStates = (threadId: string): readonly KeptState[] => {
    const rollout = this.#find(threadId);
    if (rollout === undefined) return [];
    try {
      const { blocks } = readStates(this.options.fileSystem, { threadId, rollout });
      return keptStates(blocks, () => this.#open(threadId));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      warnOfStates(rollout, error);
      return [];
    }
  };

  async has(threadId: string): Promise<boolean> {
    return this.#look(threadId, findLogEnd) !== null;
  }

  async head(threadId: string): Promise<number> {
    const end = this.#look(threadId, findLogEnd);
    if (end === null) throw noSuchRollout(this.options, threadId);
    return end.head;
  }

  async holds(threadId: string, { offset, id, sum }: ForkPoint): Promise<boolean> {
    using log = this.#open(threadId);
    const event = log && findWhole(log, offset);
    return event?.id === id && event.sum === sum;
  }

  async first(threadId: string): Promise<LogEvent> {
    const first = this.#look(threadId, (log) => {
      const event = findFirstEvent(log);
      // An event with none left is a whole batch; else the log's end tells whether it has one.
      return event?.left === undefined || findLogEnd(log) !== null ? event : null;
    });
    if (first === null) throw noSuchRollout(this.options, threadId);
    return first;
  }

  /** Newest day first, and within a day the newest first. */
  async *list(): AsyncIterable<ThreadEntry> {
    this.options.checkOpen();
    let folder = "";
    let day: ThreadEntry[] = [];
    for (const file of rolloutFiles(this.options)) {
      if (dirname(file.path) !== folder) {
        yield* newestFirst(day);
        day = [];
        folder = dirname(file.path);
      }
      const entry = threadEntry(this.options.fileSystem, file);
      if (entry !== undefined) day.push(entry);
    }
    yield* newestFirst(day);
  }

  followRuns(threadId: string, options: FollowOptions = {}) {
    const find = () => this.#find(threadId);
    return followRuns(this, threadId, options, fileChanges({ ...this.options, threadId, find }));
  }

  /** @param aTurn after parts of this length together other work gets its turn */
  async *#read<Part extends { readonly length: number }>(
    threadId: string,
    read: (log: LogFile) => Iterable<Part>,
    aTurn = eventsATurn,
  ) {
    using log = this.#open(threadId);
    if (log === undefined) throw noSuchRollout(this.options, threadId);
    let done = 0;
    let isEmpty = true;
    for (const part of read(log)) {
      isEmpty = false;
      yield part;
      done += part.length;
      if (done < aTurn) continue;
      done = 0;
      await setImmediate();
    }
    // Asked for at the end, since it reads a part of the log.
    if (isEmpty && findLogEnd(log) === null) {
      throw lostIn(log) ?? noSuchRollout(this.options, threadId);
    }
  }

  /** Opens the thread's log and closes it again. @returns null when there is none, too */
  #look<T>(threadId: string, find: (log: LogFile) => T | null): T | null {
    using log = this.#open(threadId);
    if (log === undefined) return null;
    const found = find(log);
    const lost = found === null ? lostIn(log) : null;
    if (lost !== null) throw lost;
    return found;
  }

  #open(threadId: string): LogFile | undefined {
    this.options.checkOpen();
    const path = this.#find(threadId);
    return path === undefined ? undefined : openIfThere(this.options.fileSystem, path);
  }

  /** Looking for an imported thread may go through the folders of all days: once is enough. */
  #find(threadId: string): string | undefined {
    const known = this.#paths.get(threadId);
    if (known !== undefined && rolloutStatus(this.options.fileSystem, known) !== undefined) {
      return known;
    }
    const found = findRollout(this.options, threadId);
    if (found === undefined) this.#paths.delete(threadId);
    else this.#paths.set(threadId, found);
    return found;
  }
}

/** An archive of which not one whole batch is left holds a thread all the same. */
function lostIn(log: LogFile) {
  return log.findLost(0, log.sizeBytes);
}

/**
 * What a list says of a thread, from the head and the tail of its file; damage there is read around.
 * @returns undefined when the file holds no whole batch (yet), or went meanwhile
 */
export function threadEntry(
  fileSystem: FileSystem,
  { threadId, path }: RolloutFile,
): ThreadEntry | undefined {
  using log = openUnlessDamaged(fileSystem, path);
  if (log === undefined) return undefined;
  return entryOf(threadId, log);
}

/** An archive without one whole frame has no entry, as a file without a whole batch has none. */
function openUnlessDamaged(fileSystem: FileSystem, path: string): LogFile | undefined {
  try {
    return openIfThere(fileSystem, path);
  } catch (error) {
    if (isRefoldError(error, "archive-damaged")) return undefined; // whoever opens the thread is told
    throw error;
  }
}

function entryOf(threadId: string, log: LogFile): ThreadEntry | undefined {
  const end = findLogEnd(log);
  const first = end && findFirstEvent(log);
  if (end === null || first === null) return undefined;
  return {
    threadId,
    createdAt: first.at,
    head: end.head,
    sizeBytes: log.sizeBytes,
    updatedAt: end.last.at,
    forkedFrom: forkedFrom(first),
  };
}
