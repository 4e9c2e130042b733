import { assertNever } from "../errors.js";
import type { HistoryCompacted } from "../events/history.js";
import type { CheckpointState, FoldedEvent } from "./thread-state.js";

/** The newest surviving compaction; the ledger being cleared later does not take it back. */
export function reduceCheckpoint(
  state: CheckpointState | null,
  event: FoldedEvent,
): CheckpointState | null {
  switch (event.type) {
    case "history.compacted":
      return checkpointAt(event.offset, event.data, state?.offset ?? null);
    case "thread.started":
    case "thread.forked":
    case "thread.renamed":
    case "thread.configured":
    case "instructions.set":
    case "tools.declared":
    case "turn.started":
    case "turn.completed":
    case "turn.aborted":
    case "context.injected":
    case "item.recorded":
    case "request.sent":
    case "usage.reported":
    case "history.trimmed":
    case "history.cleared":
    case "outputs.cleared":
    case "images.replaced":
    case "snapshot.taken":
    case "snapshot.restored":
    case "notice.logged":
    case "foreign.kept":
      return state;
    default:
      return assertNever(event);
  }
}

/** @param previous offset of the surviving checkpoint before it; null: there is none */
export function checkpointAt(
  offset: number,
  { windowNumber, trigger, summary, replaced }: HistoryCompacted["data"],
  previous: number | null,
): CheckpointState {
  return { offset, windowNumber, trigger, summary, replaced, previous };
}
