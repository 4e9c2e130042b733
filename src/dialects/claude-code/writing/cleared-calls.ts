import type { FactOf } from "../../../events/event.js";
import type { ThreadState } from "../../../reducers/thread-state.js";
import { CLEARED_OUTPUT } from "../cleared-output.js";

/**
 * The calls whose outputs a microcompaction has to name, so that a reader clears what was cleared.
 * @param after the state behind the clearing
 * @returns null when none can say it: the placeholder is another, or a call has outputs that stay
 */
export function clearedCalls(
  { data }: FactOf<"outputs.cleared">,
  { ledger }: ThreadState,
): readonly string[] | null {
  if (data.placeholder !== CLEARED_OUTPUT) return null;
  const cleared = new Set<string>();
  const kept = new Set<string>();
  for (const { item } of ledger.entries) {
    if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") continue;
    (item.output === CLEARED_OUTPUT ? cleared : kept).add(item.call_id);
  }
  const callIds = [...cleared];
  return callIds.length === 0 || callIds.some((id) => kept.has(id)) ? null : callIds;
}
