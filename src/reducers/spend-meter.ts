import type { Usage } from "../events/slices.js";
import type { UsageReported } from "../events/usage-reported.js";
import { newlyUsed } from "./usage.js";
import { subtractUsage } from "./usage-sums.js";

/** What a report adds to those before it. */
export interface Spent {
  readonly usage: Usage;
  /** False: the report before was of the same request, and this one says more of it. */
  readonly isNewRequest: boolean;
}

/**
 * Adds up what the requests of one thread cost, each once, whatever was rolled back since. A report
 * may come twice: Codex says the newest one again when its rate limits change, and its running totals
 * show that nothing was spent in between. They also show where a report takes the place of the one
 * before, as in a rollout that was written of a session whose requests were reported as they grew.
 */
export class SpendMeter {
  #newest: { readonly usage: Usage; readonly totals: Usage } | null = null;

  /**
   * Takes the next report of the thread.
   * @returns what was spent since the one before; null: it repeats that one
   */
  take(data: UsageReported["data"]): Spent | null {
    const { usage, totals, revised } = data;
    const isRevision = revised !== undefined && revised !== null;
    const said = { usage: newlyUsed(data), isNewRequest: !isRevision };
    if (totals === null || totals === undefined) return said;
    const before = this.#newest;
    this.#newest = { usage, totals };
    if (before === null) return said;
    const grown = subtractUsage(totals, before.totals);
    if (isSame(grown, NOTHING)) return null;
    const more = subtractUsage(usage, before.usage);
    // Where the totals are those of one report they may as well have begun anew: nothing can be told.
    const mayTell = !isRevision && !isSame(before.totals, before.usage) && !isSame(grown, usage);
    return mayTell && isSame(grown, more) ? { usage: more, isNewRequest: false } : said;
  }
}

const NOTHING = { input: 0, output: 0, total: 0 };

type Counts = Pick<Usage, "input" | "output" | "total">;

function isSame(one: Counts, other: Counts): boolean {
  return one.total === other.total && one.input === other.input && one.output === other.output;
}
