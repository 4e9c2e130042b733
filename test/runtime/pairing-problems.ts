import type { LedgerEntry } from "../../src/reducers/thread-state.js";

/** Calls without their output right after them in the order of the calls, and outputs without a call. */
export function pairingProblems(entries: readonly LedgerEntry[]): readonly string[] {
  const problems: string[] = [];
  const open: string[] = [];
  for (const { item } of entries) {
    if (item.type === "function_call" || item.type === "custom_tool_call") open.push(item.call_id);
    else if (item.type === "function_call_output" || item.type === "custom_tool_call_output") {
      const expected = open.shift();
      if (expected !== item.call_id) problems.push(`${item.call_id} instead of ${expected ?? "-"}`);
    } else if (open.length > 0) problems.push(`${open.splice(0).join()} without outputs`);
  }
  return open.length > 0 ? [...problems, `${open.join()} without outputs`] : problems;
}
