import { fullToolName } from "../../projections/providers/tool-names.js";
import type { ToolCallItem } from "./tool.js";

/** The tool that a call names, its namespace before it. */
export function callToolName(call: ToolCallItem): string {
  switch (call.type) {
    case "function_call":
      return fullToolName(call.name, call.namespace);
    case "custom_tool_call":
      return call.name;
    case "local_shell_call":
      return "local_shell";
    case "tool_search_call":
      return "tool_search";
  }
}

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
