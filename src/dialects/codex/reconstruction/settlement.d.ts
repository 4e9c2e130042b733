import type { ItemRef } from "../../../events/primitives.js";
import type { ContextRecord } from "../line-meaning.js";
/** How one line changes what Codex would reconstruct, said in facts of ours. */
export interface Settlement {
    /**
     * `folded`: the line's own fact counts; `set-aside`: the line belongs to what was discarded.
     * With a rollback, a fact that counts is folded behind it.
     */
    readonly own: "folded" | "set-aside";
    /** The state is again what it was there; null: no rollback. */
    readonly rollback: Rollback | null;
    /** A rollback's surgery on the ledger: what went from it; null: none. */
    readonly trimmed: readonly ItemRef[] | null;
    /** What becomes of the baseline; undefined: nothing. */
    readonly baseline: ContextRecord | null | undefined;
    /** What becomes of the previous turn's settings; undefined: nothing. */
    readonly settings: ContextRecord | null | undefined;
    /** For a compaction that counts: its place among those that survive. */
    readonly checkpoint: CheckpointPlace | null;
}
export interface CheckpointPlace {
    /** 1 for the first. */
    readonly windowNumber: number;
    /** Line of the one before; null: there is none. */
    readonly previous: number | null;
}
export interface Rollback {
    readonly to: number;
    /** True when the ledger has to be emptied then: even the first line's items went. */
    readonly clears: boolean;
    /** Lines whose ledger facts have to be repeated then, oldest first; never the line itself. */
    readonly copies: readonly number[];
    /** Line of the newest usage that counts, where it has to be repeated; null: nowhere. */
    readonly usage: number | null;
    /** Compactions that survive then, those among `copies` included. */
    readonly compactions: number;
}
/** A line that changes nothing but what its own fact says. */
export declare const FOLDED: Settlement;
/** A line of a turn that is discarded already. */
export declare const SET_ASIDE: Settlement;
