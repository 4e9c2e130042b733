import type { ToolCallItem } from "../../events/call-name.js";

/** What the model wrote: the arguments as JSON, or a free text. */
export function callInputText(call: ToolCallItem): string {
  switch (call.type) {
    case "function_call":
      return call.arguments;
    case "custom_tool_call":
      return call.input;
    case "local_shell_call":
      return JSON.stringify(call.action);
    case "tool_search_call":
      return JSON.stringify(call.arguments ?? {});
  }
}
