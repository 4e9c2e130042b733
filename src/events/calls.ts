import type { Item, KnownItem } from "./item.js";

/** A call that the client has to answer. */
export type ToolCallItem = Extract<
  Item,
  { type: "function_call" | "custom_tool_call" | "local_shell_call" | "tool_search_call" }
>;

export function isToolCall(item: Item): item is ToolCallItem {
  return (
    item.type === "function_call" ||
    item.type === "custom_tool_call" ||
    item.type === "local_shell_call" ||
    item.type === "tool_search_call"
  );
}

/** The tool that a call names, without its namespace. */
export function bareToolName(call: ToolCallItem): string {
  switch (call.type) {
    case "function_call":
    case "custom_tool_call":
      return call.name;
    case "local_shell_call":
      return "local_shell";
    case "tool_search_call":
      return "tool_search";
  }
}

/** The same with its namespace before it, as one name: `mcp__weather__today`. */
export function fullToolName(call: ToolCallItem): string {
  const name = bareToolName(call);
  return nameInSpace(namespaceOf(call), name);
}

/** A tool's name with that of its namespace before it; "": it has none. */
export function nameInSpace(namespace: string, name: string): string {
  return namespace === "" || namespace.endsWith("__") ? namespace + name : `${namespace}__${name}`;
}

function namespaceOf(call: ToolCallItem): string {
  const isNamed = call.type === "function_call" || call.type === "custom_tool_call";
  return isNamed ? (call.namespace ?? "") : "";
}

/** What an item calls, as people are told it, hosted tools too; null: it is no call. */
export function callName(item: Item): string | null {
  switch (item.type) {
    case "function_call":
    case "custom_tool_call":
      return item.namespace ? `${item.namespace}.${item.name}` : item.name;
    case "local_shell_call":
    case "tool_search_call":
      return bareToolName(item);
    case "web_search_call":
      return "web_search";
    case "image_generation_call":
      return "image_generation";
    default:
      return null;
  }
}

/** Every known kind: the type holds it to the schema. It stands apart so that asking loads no schema. */
const KNOWN_ITEM_TYPES: Readonly<Record<KnownItem["type"], true>> = {
  message: true,
  reasoning: true,
  local_shell_call: true,
  function_call: true,
  function_call_output: true,
  custom_tool_call: true,
  custom_tool_call_output: true,
  tool_search_call: true,
  tool_search_output: true,
  web_search_call: true,
  image_generation_call: true,
  ghost_snapshot: true,
  compaction: true,
  compaction_summary: true,
};

/** True when an object's `type` is a kind of item that has a meaning here (its form not checked). */
export function isKnownItemType(type: string): type is KnownItem["type"] {
  return Object.hasOwn(KNOWN_ITEM_TYPES, type);
}
