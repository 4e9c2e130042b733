import type { HistoryCompacted } from "../events/history.js";
import type { CheckpointState, FoldedEvent } from "./thread-state.js";
/** The newest surviving compaction; the ledger being cleared later does not take it back. */
export declare function reduceCheckpoint(state: CheckpointState | null, event: FoldedEvent): CheckpointState | null;
/** @param previous offset of the surviving checkpoint before it; null: there is none */
export declare function checkpointAt(offset: number, { windowNumber, trigger, summary, replaced }: HistoryCompacted["data"], previous: number | null): CheckpointState;
