import { Worker } from "node:worker_threads";
import { countFile, type Counted } from "./counting.js";
import type { CountMessage } from "./count-worker.js";
import type { CountOptions, CountTask } from "./tally-file.js";

/** Counts files, several at a time. */
export interface CountPool {
  /** How many are counted at a time. */
  readonly size: number;
  count(task: CountTask): Promise<Counted>;
  close(): Promise<void>;
}

/** Counts in this thread, one file after the other. */
export function countHere(options: CountOptions): CountPool {
  return {
    size: 1,
    count: (task) => countFile(task, options),
    close: () => Promise.resolve(),
  };
}

/** Counts in threads of their own. */
export function countInThreads(size: number, options: CountOptions): CountPool {
  const workers = Array.from(
    { length: size },
    () => new Worker(new URL("./count-worker.js", import.meta.url)),
  );
  const idle = [...workers];
  const waiting: ((worker: Worker) => void)[] = [];
  const take = (): Promise<Worker> => {
    const worker = idle.pop();
    if (worker !== undefined) return Promise.resolve(worker);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (worker: Worker): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
  };
  return {
    size,
    count: async (task) => {
      const worker = await take();
      const counted = await ask(worker, { task, options });
      giveBack(worker);
      return counted;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** One question, one answer; a worker that breaks down is an error. */
function ask(worker: Worker, message: CountMessage): Promise<Counted> {
  return new Promise((resolve, reject) => {
    const answered = (counted: Counted): void => {
      worker.off("error", failed);
      resolve(counted);
    };
    const failed = (error: unknown): void => {
      worker.off("message", answered);
      reject(error instanceof Error ? error : new TypeError(String(error)));
    };
    worker.once("message", answered);
    worker.once("error", failed);
    worker.postMessage(message);
  });
}
