import { EMPTY_CHAIN } from "./ledger-chain.js";
import type { ContextRecord } from "./line-role.js";
import type { Settlement } from "./settlement.js";
import type { Surviving } from "./surviving.js";

type Known = ContextRecord | null;

export type Told = Pick<Settlement, "baseline" | "settings">;
export const NOTHING_TOLD: Told = { baseline: undefined, settings: undefined };

/** What the events so far fold to, as far as the rules of reconstruction ask. */
export class FoldedState {
  chain = EMPTY_CHAIN;
  /** What survives, while the newest lines are discarded; null: they are not. */
  discarded: Surviving | null = null;
  /** Line of the newest usage that counts, also when the ledger is made again; null: none. */
  usage: number | null = null;
  /** `unknown`: it has to be said anew. */
  #baseline: Known | "unknown" = null;
  #settings: Known | "unknown" = null;

  /** A fact did it: a compaction, or a trimming that clears. */
  clearBaseline(): void {
    this.#baseline = null;
  }

  /** A rollback brought back another state; what became of the usage, the caller knows. */
  become(chain: number, known: Pick<Surviving, "baseline" | "settings"> | null): void {
    this.chain = chain;
    this.#baseline = known === null ? "unknown" : known.baseline;
    this.#settings = known === null ? "unknown" : known.settings;
  }

  /** What has to be said so that baseline and settings are these. */
  tell(wanted: { readonly baseline: Known; readonly settings: Known }): Told {
    const { baseline, settings } = wanted;
    const hasBaseline = this.#baseline === baseline;
    const hasSettings = isSame(this.#settings, settings);
    this.#baseline = baseline;
    this.#settings = settings;
    if (hasBaseline && hasSettings) return NOTHING_TOLD;
    return {
      baseline: hasBaseline ? undefined : baseline,
      settings: hasSettings ? undefined : settings,
    };
  }
}

function isSame(before: Known | "unknown", after: Known): boolean {
  if (before === after) return true;
  if (before === null || before === "unknown" || after === null) return false;
  return before.model === after.model && before.realtimeActive === after.realtimeActive;
}
