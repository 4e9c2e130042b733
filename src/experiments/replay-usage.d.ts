import type { Usage } from "../events/slices.js";
import type { ThreadState } from "../reducers/thread-state.js";
/**
 * What a recorded request would have cost as a variant asks it: what was reported, moved by the
 * difference of the estimates, with so much from the cache as the prefix allows. A request that is the
 * same costs the same.
 */
export declare class ReplayUsage {
    #private;
    /** @param base the state at the fork: what both requests before the first one had */
    constructor(base: ThreadState);
    /** The next request of both. */
    ask(base: ThreadState, variant: ThreadState): void;
    /** @param usage as it was recorded for the newest request */
    costOf(usage: Usage): Usage;
}
