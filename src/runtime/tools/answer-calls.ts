import type { ToolCallItem } from "../../events/call-name.js";
import type { ResponseItem } from "../../projections/providers/provider.js";
import { answerCall, toolOf, type CallLimits, type CallOutput } from "./answer-call.js";
import type { Tool } from "./tool.js";

/** The calls of an answer that the client has to answer, in order. */
export function callsToAnswer(items: readonly ResponseItem[]): readonly ToolCallItem[] {
  const answered = new Set(
    items.flatMap(({ item }) => (item.type.endsWith("_output") ? item["call_id"] : [])),
  );
  return items.flatMap(({ item }) => {
    switch (item.type) {
      case "function_call":
      case "custom_tool_call":
        return answered.has(item.call_id) ? [] : item;
      case "local_shell_call":
        return typeof item.call_id !== "string" || answered.has(item.call_id) ? [] : item;
      case "tool_search_call":
        return item.execution === "server" || typeof item.call_id !== "string" ? [] : item;
      default:
        return [];
    }
  });
}

/**
 * Answers calls: all at once, unless one of their tools must run alone. Outputs come in the order of
 * the calls, each as soon as those before it are there.
 */
export async function* answerCalls(
  calls: readonly ToolCallItem[],
  tools: readonly Tool[],
  limits: CallLimits & { readonly parallel: boolean },
): AsyncGenerator<CallOutput, undefined> {
  const together =
    limits.parallel && !calls.some((call) => toolOf(call, tools)?.exclusive === true);
  if (!together) {
    for (const call of calls) yield await answerCall(call, tools, limits);
    return;
  }
  const running = calls.map((call) => answerCall(call, tools, limits));
  for (const output of running) yield await output;
}
