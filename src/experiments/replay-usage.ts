import type { Usage } from "../events/slices.js";
import {
  type CachedRequest,
  compareRequests,
  requestOf,
} from "../projections/views/request-prefix.js";
import type { ThreadState } from "../reducers/thread-state.js";

/** One request of the base and the variant's in its place, as estimates. */
interface RequestPair {
  readonly base: CachedRequest;
  readonly variant: CachedRequest;
  /** Tokens that each shares with the request before it. */
  readonly baseShared: number;
  readonly variantShared: number;
}

/**
 * What a recorded request would have cost as a variant asks it: what was reported, moved by the
 * difference of the estimates, with so much from the cache as the prefix allows. A request that is the
 * same costs the same.
 */
export class ReplayUsage {
  #before: { readonly base: CachedRequest; readonly variant: CachedRequest };
  #pair: RequestPair | null = null;

  /** @param base the state at the fork: what both requests before the first one had */
  constructor(base: ThreadState) {
    const request = requestOf(base, null);
    this.#before = { base: request, variant: request };
  }

  /** The next request of both. */
  ask(base: ThreadState, variant: ThreadState): void {
    const now = {
      base: requestOf(base, this.#before.base),
      variant: requestOf(variant, this.#before.variant),
    };
    this.#pair = {
      ...now,
      baseShared: compareRequests(this.#before.base, now.base).shared.tokens,
      variantShared: compareRequests(this.#before.variant, now.variant).shared.tokens,
    };
    this.#before = now;
  }

  /** @param usage as it was recorded for the newest request */
  costOf(usage: Usage): Usage {
    if (this.#pair === null) return usage;
    const { base, variant, baseShared, variantShared } = this.#pair;
    const input = Math.max(0, usage.input + variant.tokens - base.tokens);
    const share = baseShared === 0 ? 1 : variantShared / baseShared;
    const cachedInput = Math.min(input, Math.round(usage.cachedInput * share));
    return { ...usage, input, cachedInput, total: Math.max(0, usage.total + input - usage.input) };
  }
}
