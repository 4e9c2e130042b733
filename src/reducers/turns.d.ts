import type { Origin } from "../events/item.js";
import type { TurnsState } from "../events/slices.js";
import type { FoldedEvent, LedgerState } from "./thread-state.js";
export declare const initialTurns: TurnsState;
/** The ledger before and behind an event: what went from it tells which turns went. */
interface LedgerEdit {
    readonly ledger: LedgerState;
    readonly ledgerBefore: LedgerState;
}
/** Which turn is running, how many there were, and what the newest user turn was set to. */
export declare function reduceTurns(state: TurnsState, event: FoldedEvent, edit: LedgerEdit): TurnsState;
/**
 * True for who can begin a user turn: a person, or an agent that instructs this one. Origin tells,
 * never content (docs/semantics.md §4.1); in a foreign session its decoder set it by §4.7.
 */
export declare function isBoundaryOrigin(origin: Origin): boolean;
/**
 * The reason of the ledger surgery that a foreign rollback stands for (docs/semantics.md §10.4).
 */
export declare const FOREIGN_ROLLBACK = "foreign-rollback";
export {};
