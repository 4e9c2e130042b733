import { availableParallelism } from "node:os";
import { Tinypool } from "tinypool";

/**
 * How many threads are worth their start.
 * @param useful so many could be kept busy
 */
export function usefulThreads(useful: number): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(useful)));
}

/**
 * A pool of worker threads. The caller destroys it.
 * @param script what each of them runs: it exports the functions that `run` names
 */
export function openWorkerThreads(script: URL, size: number): Tinypool {
  return new Tinypool({ filename: script.href, minThreads: size, maxThreads: size });
}
