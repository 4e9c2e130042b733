import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { type TokenEstimator } from "./token-estimator.js";
/** One item's share. */
interface ItemTokens {
    /** Offset of the event that recorded it. */
    readonly offset: number;
    readonly type: string;
    /** Its size by docs/semantics.md §7.1. */
    readonly bytes: number;
    readonly tokens: number;
}
/** How full a thread is. Counts in tokens. */
export interface ThreadTokens {
    /** `reported` + `estimated`. */
    readonly total: number;
    /** Of the last request, by its provider; 0: nothing was reported since the history was rewritten. */
    readonly reported: number;
    /** By us: what came after the last model item, or the whole ledger after it was rewritten. */
    readonly estimated: number;
    /** Null: nobody has named it. */
    readonly contextWindow: number | null;
    /** Of 95 % of the window, 0 to 100. */
    readonly percentLeft: number | null;
    /** Oldest first. */
    readonly items: readonly ItemTokens[];
    /** Of instructions and items, all estimated. */
    readonly parts: TokenParts;
}
/**
 * What a thread's next prompt takes, in sum, item by item and by part.
 * @see docs/semantics.md §7, §2.10
 */
export declare function projectTokens(state: ThreadState): ThreadTokens;
/** Tokens of a prompt by what they are spent on. */
interface TokenParts {
    readonly instructions: number;
    /** Context that the runtime put in. */
    readonly injectedContext: number;
    /** What users and instructing agents said. */
    readonly user: number;
    /** The model's messages and calls. */
    readonly model: number;
    readonly reasoning: number;
    /** Images, wherever they stand. */
    readonly images: number;
    /** What compactions left. */
    readonly summary: number;
    /** Outputs by the name of the tool that was called. */
    readonly toolOutput: Readonly<Record<string, number>>;
}
/** What a part is told from; ledger entries and prompt items both have it. */
type CountedEntry = Pick<LedgerEntry, "item" | "origin" | "countedBytes"> & {
    readonly summary?: boolean;
};
/**
 * Breaks a prompt's tokens down by what they are spent on. The parts add up to the instructions' and
 * the items' tokens.
 */
export declare function tokenParts(instructions: string, entries: readonly CountedEntry[], estimator?: TokenEstimator): TokenParts;
export {};
