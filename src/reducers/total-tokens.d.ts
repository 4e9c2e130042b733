import type { ThreadState } from "./thread-state.js";
export interface TotalTokensOptions {
    /** True when the provider's input count includes the reasoning of earlier turns. */
    readonly serverCountsReasoning: boolean;
}
/**
 * How many tokens the next prompt takes: the last total, what came after it, and the reasoning of
 * earlier turns where the server does not count it (docs/semantics.md §7.6).
 * @returns tokens
 */
export declare function totalTokens(state: ThreadState, options: TotalTokensOptions): number;
/**
 * What the last total cannot contain yet: the items behind the last model-generated one (§7.4),
 * none without such an item. Where the last total is our own estimate, made when the ledger was
 * rewritten, it contains all that stood there then, whoever made it: so the items recorded since.
 * @returns tokens
 */
export declare function tokensAfterLastModelItem({ ledger, usage }: ThreadState): number;
/**
 * Percent of the context window that is left: of 95 % of it, rounded down
 * (docs/semantics.md §2.10).
 * @returns 0 to 100; null while nobody has named the window
 */
export declare function percentLeft(state: ThreadState, options: TotalTokensOptions): number | null;
