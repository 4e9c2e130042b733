import type { RefoldEvent } from "../src/events/event.js";
import type { Probe } from "./row.js";
import { workloadTurns } from "./workload.js";

export type Batch = readonly RefoldEvent[];

/** Something to append turns to, and its end. */
export interface Log<Turn = Batch> {
  readonly append: (turn: Turn) => unknown;
  readonly close: () => unknown;
}

/** Each turn's best time of several passes: the rest is the machine's other work. */
export class BestTimes {
  readonly #bestMs: number[] = [];

  async append<Turn>(log: Log<Turn>, turns: readonly Turn[]): Promise<void> {
    for (const [index, turn] of turns.entries()) {
      const start = performance.now();
      await log.append(turn);
      this.#bestMs[index] = Math.min(this.#bestMs[index] ?? Infinity, performance.now() - start);
    }
  }

  meanMs(): number {
    return this.#bestMs.reduce((sum, ms) => sum + ms, 0) / this.#bestMs.length;
  }
}

type Sizes = Parameters<Probe>[0];

/** Appends the same turns several times over, each time to a new log that is warm already. */
export function timeAppends(
  open: () => Log | Promise<Log>,
  sizes: Sizes,
  measure: Parameters<Probe>[1],
): Promise<{ turnMs: number }> {
  return timeTurns(open, (events) => events, { sizes, measure });
}

/** The same with turns that a log takes in another form. */
export async function timeTurns<Turn>(
  open: () => Log<Turn> | Promise<Log<Turn>>,
  formOf: (events: Batch) => Turn,
  { sizes, measure }: { readonly sizes: Sizes; readonly measure: Parameters<Probe>[1] },
): Promise<{ turnMs: number }> {
  const times = new BestTimes();
  for (let pass = 0; pass < Number(sizes["passes"]); pass += 1) {
    const log = await open();
    const workload = workloadTurns();
    const next = () => formOf(workload.next().value.events);
    for (let turn = 0; turn < Number(sizes["warm"]); turn += 1) await log.append(next());
    const turns = Array.from({ length: Number(sizes["turns"]) }, next);
    await measure(() => times.append(log, turns));
    await log.close();
  }
  return { turnMs: times.meanMs() };
}
