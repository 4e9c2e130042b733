import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LogEvent } from "../../events/event.js";
import type { EventDriver } from "../event-driver.js";
import type { BackwardOptions, FollowOptions, ReadOptions, ThreadEntry } from "../event-store.js";
import { newestFirst } from "../newest-first.js";
import { threadNotFound } from "../thread-not-found.js";
import { findFirstEvent, findLogEnd } from "./find-batch.js";
import { followFile } from "./follow-file.js";
import type { LogFile } from "./log-file.js";
import { openIfThere } from "./open-log.js";
import { readRuns, readRunsBackward } from "./read-runs.js";
import { findRollout, rolloutStatus } from "./find-rollout.js";
import { rolloutFiles } from "./rollout-files.js";
import type { Place } from "./rollout-path.js";
import { threadEntry } from "./thread-entry.js";

export interface ReadingOptions extends Place {
  /** Throws when the store is closed. */
  readonly checkOpen: () => void;
}

type Reading = Pick<
  EventDriver,
  "readRuns" | "readRunsBackward" | "has" | "first" | "head" | "list" | "followRuns"
>;
type Runs = Iterable<readonly LogEvent[]>;

/** After so many events other work gets its turn. */
const eventsATurn = 256;

/** The half of the JSONL driver that reads. It takes no lease: any process may read at any time. */
export class JsonlReading implements Reading {
  readonly #options: ReadingOptions;
  /** Where threads were found. */
  readonly #paths = new Map<string, string>();

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  readRuns(threadId: string, options: ReadOptions = {}) {
    return this.#read(threadId, (log) => readRuns(log, options));
  }

  readRunsBackward(threadId: string, options: BackwardOptions = {}) {
    return this.#read(threadId, (log) => readRunsBackward(log, options));
  }

  async has(threadId: string): Promise<boolean> {
    return this.#look(threadId, findLogEnd) !== null;
  }

  async head(threadId: string): Promise<number> {
    const end = this.#look(threadId, findLogEnd);
    if (end === null) throw this.#notFound(threadId);
    return end.head;
  }

  async first(threadId: string): Promise<LogEvent> {
    const first = this.#look(threadId, (log) => findLogEnd(log) && findFirstEvent(log));
    if (first === null) throw this.#notFound(threadId);
    return first;
  }

  /** Newest day first, and within a day the newest first. */
  async *list(): AsyncIterable<ThreadEntry> {
    this.#options.checkOpen();
    let folder = "";
    let day: ThreadEntry[] = [];
    for (const file of rolloutFiles(this.#options)) {
      if (dirname(file.path) !== folder) {
        yield* newestFirst(day);
        day = [];
        folder = dirname(file.path);
      }
      const entry = threadEntry(this.#options.fileSystem, file);
      if (entry !== undefined) day.push(entry);
    }
    yield* newestFirst(day);
  }

  async *followRuns(threadId: string, options: FollowOptions = {}) {
    if (!(await this.has(threadId))) throw this.#notFound(threadId);
    yield* followFile({
      ...options,
      ...this.#options,
      threadId,
      find: () => this.#find(threadId),
    });
  }

  async *#read(threadId: string, read: (log: LogFile) => Runs) {
    const log = this.#open(threadId);
    if (log === undefined) throw this.#notFound(threadId);
    try {
      if (findLogEnd(log) === null) throw lostIn(log) ?? this.#notFound(threadId);
      let events = 0;
      for (const run of read(log)) {
        yield run;
        events += run.length;
        if (events < eventsATurn) continue;
        events = 0;
        await setImmediate();
      }
    } finally {
      log.close();
    }
  }

  /** Opens the thread's log and closes it again. @returns null when there is none, too */
  #look<T>(threadId: string, find: (log: LogFile) => T | null): T | null {
    const log = this.#open(threadId);
    if (log === undefined) return null;
    try {
      const found = find(log);
      const lost = found === null ? lostIn(log) : null;
      if (lost !== null) throw lost;
      return found;
    } finally {
      log.close();
    }
  }

  #open(threadId: string): LogFile | undefined {
    this.#options.checkOpen();
    const path = this.#find(threadId);
    return path === undefined ? undefined : openIfThere(this.#options.fileSystem, path);
  }

  /** Looking for an imported thread may go through the folders of all days: once is enough. */
  #find(threadId: string): string | undefined {
    const known = this.#paths.get(threadId);
    if (known !== undefined && rolloutStatus(this.#options.fileSystem, known) !== undefined) {
      return known;
    }
    const found = findRollout(this.#options, threadId);
    if (found === undefined) this.#paths.delete(threadId);
    else this.#paths.set(threadId, found);
    return found;
  }

  #notFound(threadId: string) {
    return threadNotFound(
      threadId,
      Array.from(rolloutFiles(this.#options), (file) => file.threadId),
    );
  }
}

/** An archive of which not one whole batch is left holds a thread all the same. */
function lostIn(log: LogFile) {
  return log.findLost(0, log.sizeBytes);
}
