import type { Item } from "../../events/item.js";
import { ABORTED_OUTPUT } from "../../codex-strings.js";

/**
 * Which calls and outputs belong together (docs/semantics.md §8.1-8.2). A key names the kind of
 * output and the call's id: a function call and a local shell call of one id share theirs.
 */

/** The key of a call that must have an output; null: not a call, or one without an id. */
export function callKey(item: Item): string | null {
  switch (item.type) {
    case "function_call":
    case "local_shell_call":
      return keyOf("function", item.call_id);
    case "custom_tool_call":
      return keyOf("custom", item.call_id);
    case "tool_search_call":
      return keyOf("tool-search", item.call_id);
    default:
      return null;
  }
}

/** The key that an output answers; null: not an output, or one without an id. */
export function outputKey(item: Item): string | null {
  switch (item.type) {
    case "function_call_output":
      return keyOf("function", item.call_id);
    case "custom_tool_call_output":
      return keyOf("custom", item.call_id);
    case "tool_search_output":
      return keyOf("tool-search", item.call_id);
    default:
      return null;
  }
}

/** True for an output that may stand without its call: a search that the server itself ran. */
export function mayStandAlone(output: Item): boolean {
  return output.type === "tool_search_output" && output.execution === "server";
}

/** The output that a call gets which nothing answered; null: the item is no such call. */
export function abortedOutput(call: Item): Item | null {
  switch (call.type) {
    case "function_call":
    case "local_shell_call":
      if (typeof call.call_id !== "string") return null;
      return { type: "function_call_output", call_id: call.call_id, output: ABORTED_OUTPUT };
    case "custom_tool_call":
      return { type: "custom_tool_call_output", call_id: call.call_id, output: ABORTED_OUTPUT };
    case "tool_search_call":
      return {
        type: "tool_search_output",
        call_id: call.call_id ?? null,
        status: "completed",
        execution: "client",
        tools: [],
      };
    default:
      return null;
  }
}

function keyOf(kind: string, id: string | null | undefined): string | null {
  return id === null || id === undefined ? null : `${kind} ${id}`;
}
