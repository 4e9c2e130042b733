import type { RefoldEvent } from "../src/events/event.js";

export type Batch = readonly RefoldEvent[];

/** Something to append to, and its end. */
export interface Log {
  readonly append: (batch: Batch) => unknown;
  readonly close: () => unknown;
}

/** Each turn's best time of several passes: the rest is the machine's other work. */
export class BestTimes {
  readonly #bestMs: number[] = [];

  async append(log: Log, batches: readonly Batch[]): Promise<void> {
    for (const [turn, batch] of batches.entries()) {
      const start = performance.now();
      await log.append(batch);
      this.#bestMs[turn] = Math.min(this.#bestMs[turn] ?? Infinity, performance.now() - start);
    }
  }

  meanMs(): number {
    return this.#bestMs.reduce((sum, ms) => sum + ms, 0) / this.#bestMs.length;
  }
}
