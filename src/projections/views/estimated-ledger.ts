import type { ThreadState } from "../../reducers/thread-state.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";

/** Estimates only what is new, as long as the history is not rewritten. */
export class EstimatedLedger {
  readonly #estimator: TokenEstimator;
  #length = 0;
  #tokens = 0;
  #version = -1;

  constructor(estimator: TokenEstimator) {
    this.#estimator = estimator;
  }

  tokensOf({ ledger, log }: ThreadState): number {
    const { entries } = ledger;
    if (log.historyVersion !== this.#version || entries.length < this.#length) {
      this.#length = 0;
      this.#tokens = 0;
      this.#version = log.historyVersion;
    }
    for (; this.#length < entries.length; this.#length += 1) {
      const entry = entries.at(this.#length);
      if (entry !== undefined) this.#tokens += this.#estimator.item(entry.item, entry.countedBytes);
    }
    return this.#tokens;
  }
}
