import type { Fact } from "../events/event.js";
import type { FoldedEvent, LogState } from "./thread-state.js";
export declare const initialLog: LogState;
/** Where the log ends, and which version of the history that makes: over all of the log. */
export declare function reduceLog(state: LogState, event: FoldedEvent): LogState;
/** The ledger's version that a fact makes; null: it does not rewrite the ledger. */
export declare function versionMadeBy(fact: Fact): number | null;
