import type { Usage } from "../events/slices.js";
import type { UsageReported } from "../events/usage-reported.js";
import { newlyUsed } from "./usage.js";

/**
 * Adds up what the requests of one thread cost, each once, whatever was rolled back since. A report
 * may come twice: Codex says the newest one again when its rate limits change, and its running totals
 * show that nothing was spent in between.
 */
export class SpendMeter {
  #totals: Usage | null = null;

  /**
   * Takes the next report of the thread.
   * @returns what it says was spent since the one before; null: it repeats that one
   */
  take(data: UsageReported["data"]): Usage | null {
    const { totals } = data;
    if (totals === null || totals === undefined) return newlyUsed(data);
    const before = this.#totals;
    this.#totals = totals;
    return before !== null && isSame(before, totals) ? null : newlyUsed(data);
  }
}

function isSame(one: Usage, other: Usage): boolean {
  return one.total === other.total && one.input === other.input && one.output === other.output;
}
