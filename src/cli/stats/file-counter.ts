import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { SessionFile } from "../../runtime/discovery/session-files.js";
import { countBatches, type BatchTask } from "./count-batches.js";
import { FilesSum, type BatchTally, type FilesTally } from "./files-sum.js";
import type { CountOptions } from "./tally-file.js";

/** Counts files: what they come to is the same whoever counts, and in however many threads. */
export interface FileCounter {
  /** @param onFile told of each file that is done */
  count(files: readonly SessionFile[], onFile: (file: SessionFile) => void): Promise<FilesTally>;
  close(): Promise<void>;
}

/** Counts in this thread, one file after the other. */
export function countHere(options: CountOptions): FileCounter {
  return {
    count: async (files, onFile) => {
      const sum = new FilesSum();
      for (const file of files) {
        await sum.count(file.path, options);
        onFile(file);
      }
      return sum;
    },
    close: () => Promise.resolve(),
  };
}

/** To hand a count to another thread costs as much as to count 80 KB: it is done for this much. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_FILES = 64;
/** So that all threads have something to do to the end. */
const BATCHES_A_THREAD = 4;
/** So many batches for each thread are under way, or wait for one before them. */
const AHEAD = 8;

/** Counts in threads of their own, many files at a time. */
export function countInThreads(size: number, options: CountOptions): FileCounter {
  const pool = new CountPool(size);
  return {
    count: (files, onFile) => {
      const share = Math.ceil(files.length / (size * BATCHES_A_THREAD));
      const limits = { files: Math.min(BATCH_FILES, share), bytes: BATCH_BYTES };
      const count = pool.count.bind(pool);
      return countBatches(files, count, { options, limits, ahead: size * AHEAD, onFile });
    },
    close: () => pool.close(),
  };
}

class CountPool {
  readonly #threads: readonly CountThread[];
  readonly #idle: CountThread[];
  readonly #waiting: ((thread: CountThread) => void)[] = [];

  constructor(size: number) {
    this.#threads = Array.from({ length: size }, () => new CountThread());
    this.#idle = [...this.#threads];
  }

  async count(task: BatchTask): Promise<BatchTally> {
    const thread = await this.#take();
    const counted = await thread.count(task);
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(thread);
    else next(thread);
    return counted;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #take(): Promise<CountThread> {
    const thread = this.#idle.pop();
    if (thread !== undefined) return Promise.resolve(thread);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** One question at a time, one answer; that it broke down, at whatever time, is an error. */
class CountThread {
  readonly #worker = new Worker(new URL("./count-worker.js", import.meta.url));
  readonly #broken: Promise<never>;

  constructor() {
    this.#broken = once(this.#worker, "error").then(([error]: unknown[]) => {
      throw error;
    });
    this.#broken.catch(() => undefined); // whoever asks is told
  }

  count(task: BatchTask): Promise<BatchTally> {
    const answer = new Promise<BatchTally>((resolve) => this.#worker.once("message", resolve));
    this.#worker.postMessage(task);
    return Promise.race([answer, this.#broken]);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
