import type { ItemList, WithOrigin } from "./kept-messages.js";
/** What a rollback leaves of a list: its first `kept` entries. */
export interface RollbackSurgery {
    readonly kept: number;
    /** True when a context message went that also told something else. */
    readonly clearsBaseline: boolean;
    /** True when the ledger counts as rewritten, also when nothing went. */
    readonly rewrites: boolean;
}
/**
 * Cuts the newest user turns off a list of a foreign session without lifecycle lines
 * (docs/semantics.md §10.5-10.7, §10.4). What precedes the first boundary always survives; the
 * context messages directly before the cut go with it.
 *
 * @param turns how many; 0 changes nothing
 */
export declare function rollbackSurgery(entries: ItemList<WithOrigin>, turns: number): RollbackSurgery;
