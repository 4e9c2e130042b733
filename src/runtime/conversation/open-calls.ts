import { fullToolName, isToolCall } from "../../events/call-name.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import { callInputText } from "../tools/call-input-text.js";
import { waitingCalls } from "../waiting-calls.js";
import { callIdOf } from "./tool-result.js";

/** A call of the model that nothing answers yet, in the same form for every provider. */
export interface OpenCall {
  /** What `addToolResult` takes. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: JSON, or the free text of a custom tool. */
  readonly arguments: string;
}

/** The calls that the caller has to answer, the oldest first. */
export function openCalls(entries: readonly LedgerEntry[]): readonly OpenCall[] {
  return waitingCalls(entries).flatMap(({ item }) => {
    const id = callIdOf(item);
    if (id === null || !isToolCall(item)) return [];
    return [{ id, name: fullToolName(item), arguments: callInputText(item) }];
  });
}
