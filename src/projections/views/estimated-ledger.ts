import type { ThreadState } from "../../reducers/thread-state.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import { sentWhole, timesBounded } from "./whole-outputs.js";

/**
 * What a thread's recorded requests held of its ledger, estimated: only what is new, as long as the
 * history is not rewritten.
 */
export class EstimatedLedger {
  readonly #estimator: TokenEstimator;
  #length = 0;
  #tokens = 0;
  #version = -1;
  #isWhole = false;

  constructor(estimator: TokenEstimator) {
    this.#estimator = estimator;
  }

  /** @param isOwn the request was made here, from the ledger as it stands */
  tokensOf(state: ThreadState, isOwn = false): number {
    const { entries } = state.ledger;
    const { historyVersion } = state.log;
    const isWhole = !isOwn && sentWhole(state);
    if (
      historyVersion !== this.#version ||
      isWhole !== this.#isWhole ||
      entries.length < this.#length
    ) {
      this.#length = 0;
      this.#tokens = 0;
      this.#version = historyVersion;
      this.#isWhole = isWhole;
    }
    for (; this.#length < entries.length; this.#length += 1) {
      const entry = entries.at(this.#length);
      if (entry === undefined) continue;
      const tokens = this.#estimator.item(entry.item, entry.countedBytes);
      this.#tokens += isWhole ? Math.ceil(tokens * timesBounded(entry)) : tokens;
    }
    return this.#tokens;
  }
}
