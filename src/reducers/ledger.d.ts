import { type FoldedEvent, type LedgerState } from "./thread-state.js";
export declare const initialLedger: LedgerState;
/** The items that may enter a prompt, oldest first, and what they weigh. */
export declare function reduceLedger(state: LedgerState, event: FoldedEvent): LedgerState;
