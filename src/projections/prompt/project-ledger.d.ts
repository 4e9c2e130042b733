import type { ItemRef } from "../../events/primitives.js";
import type { LedgerState } from "../../reducers/thread-state.js";
import { ChunkedSequence } from "./chunked-sequence.js";
import type { PromptItem, PromptRepair } from "./prompt.js";
/** The part of a prompt that comes from the ledger. Immutable: a continuation makes another. */
export interface LedgerProjection {
    /** The ledger that was projected: its length and its two ends. */
    readonly ledgerLength: number;
    readonly firstRef: ItemRef | null;
    readonly lastRef: ItemRef | null;
    readonly showsImages: boolean;
    readonly tallies: CallTallies;
    readonly items: ChunkedSequence<PromptItem>;
    readonly repairs: ChunkedSequence<PlacedRepair>;
    /** Sum of the items' estimated tokens. */
    readonly itemTokens: number;
}
/** A repair with its place, so that a continuation can drop the newest ones. */
interface PlacedRepair extends PromptRepair {
    readonly ledgerIndex: number;
}
/**
 * Projects a ledger: what is new in it, when it continues the one of `previous`, else all of it. An
 * output for a call that had got an inserted one, or a call for outputs that had been dropped,
 * changes what came before: then everything from the older of the two on is made again.
 * @param previous an earlier projection of any ledger
 */
export declare function projectLedger(ledger: LedgerState, showsImages: boolean, previous?: LedgerProjection | null): LedgerProjection;
/** What a ledger holds of one call id within one kind of output. */
interface CallTally {
    readonly call: boolean;
    readonly output: boolean;
    /** Ledger position of the first of them. */
    readonly first: number;
}
/** The tallies of a ledger, by `callKey`. Versions share what they do not add. */
declare class CallTallies {
    #private;
    constructor(base: ReadonlyMap<string, CallTally>, newer: ReadonlyMap<string, CallTally>);
    get(key: string): CallTally | undefined;
    /** With these added, or in the place of older ones. */
    with(tallies: ReadonlyMap<string, CallTally>): CallTallies;
}
export {};
