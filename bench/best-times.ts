import type { RefoldEvent } from "../src/events/event.js";
import type { Probe } from "./row.js";
import { workloadTurns } from "./workload.js";

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

type Sizes = Parameters<Probe>[0];

/** Appends the same turns several times over, each time to a new log that is warm already. */
export async function timeAppends(
  open: () => Log | Promise<Log>,
  { warm, turns, passes }: Sizes,
  measure: Parameters<Probe>[1],
): Promise<{ turnMs: number }> {
  const times = new BestTimes();
  for (let pass = 0; pass < Number(passes); pass += 1) {
    const log = await open();
    const workload = workloadTurns();
    for (let turn = 0; turn < Number(warm); turn += 1) {
      await log.append(workload.next().value.events);
    }
    const batches = Array.from({ length: Number(turns) }, () => workload.next().value.events);
    await measure(() => times.append(log, batches));
    await log.close();
  }
  return { turnMs: times.meanMs() };
}
