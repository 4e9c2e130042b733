import type { Item, KnownItem } from "./item.js";
/** A call that the client has to answer. */
export type ToolCallItem = Extract<Item, {
    type: "function_call" | "custom_tool_call" | "local_shell_call" | "tool_search_call";
}>;
export declare function isToolCall(item: Item): item is ToolCallItem;
/** The tool that a call names, without its namespace. */
export declare function bareToolName(call: ToolCallItem): string;
/** The same with its namespace before it, as one name: `mcp__weather__today`. */
export declare function fullToolName(call: ToolCallItem): string;
/** What an item calls, as people are told it, hosted tools too; null: it is no call. */
export declare function callName(item: Item): string | null;
/** True when an object's `type` is a kind of item that has a meaning here (its form not checked). */
export declare function isKnownItemType(type: string): type is KnownItem["type"];
