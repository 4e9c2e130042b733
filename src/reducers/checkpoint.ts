import type { HistoryCompacted } from "../events/history.js";
import type { CheckpointState, FoldedEvent } from "./thread-state.js";
import { changes } from "./fact-slices.js";

/** The newest surviving compaction; the ledger being cleared later does not take it back. */
export function reduceCheckpoint(
  state: CheckpointState | null,
  event: FoldedEvent,
): CheckpointState | null {
  if (!changes(event, "checkpoint")) return state;
  return checkpointAt(event.offset, event.data, state?.offset ?? null);
}

/** @param previous offset of the surviving checkpoint before it; null: there is none */
export function checkpointAt(
  offset: number,
  { windowNumber, trigger, summary, replaced }: HistoryCompacted["data"],
  previous: number | null,
): CheckpointState {
  return { offset, windowNumber, trigger, summary, replaced, previous };
}
