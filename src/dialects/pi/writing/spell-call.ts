import { fullToolName, type ToolCallItem } from "../../../events/call-name.js";
import { isJsonObject } from "../../../events/is-json-object.js";
import type { KnownItem, ToolSearchOutputItem } from "../../../events/item.js";

type Call = ToolCallItem | ToolSearchOutputItem;

/** A call of any kind as one of a function, as pi has them all; one without an id as none. */
export function spellCall(item: Call): readonly { readonly item: KnownItem }[] {
  const { call_id: callId } = item;
  if (typeof callId !== "string") return [];
  if (item.type === "tool_search_output") {
    const text = JSON.stringify(item.tools);
    const output = [{ type: "input_text" as const, text }];
    return [{ item: { type: "function_call_output", call_id: callId, output } }];
  }
  const call: KnownItem = {
    type: "function_call",
    name: fullToolName(item),
    arguments: JSON.stringify(argumentsOf(item)),
    call_id: callId,
  };
  const signature = item["thoughtSignature"];
  return [
    { item: typeof signature === "string" ? { ...call, thoughtSignature: signature } : call },
  ];
}

/** pi wants an object. */
function argumentsOf(item: ToolCallItem): object {
  switch (item.type) {
    case "function_call":
      return parsedArguments(item.arguments);
    case "custom_tool_call":
      return { input: item.input };
    case "local_shell_call":
      return item.action;
    case "tool_search_call":
      return { arguments: item.arguments };
  }
}

function parsedArguments(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : { arguments: text };
  } catch (error) {
    if (error instanceof SyntaxError) return { arguments: text };
    throw error;
  }
}
