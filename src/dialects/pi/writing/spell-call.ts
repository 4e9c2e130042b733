import { isJsonObject } from "../../../events/is-json-object.js";
import type {
  CustomToolCallItem,
  FunctionCallItem,
  KnownItem,
  LocalShellCallItem,
  ToolSearchCallItem,
  ToolSearchOutputItem,
} from "../../../events/item.js";

type Call =
  | FunctionCallItem
  | CustomToolCallItem
  | LocalShellCallItem
  | ToolSearchCallItem
  | ToolSearchOutputItem;

/** A call of any kind as one of a function, as pi has them all; one without an id as none. */
export function spellCall(item: Call): readonly { readonly item: KnownItem }[] {
  const { call_id: callId } = item;
  if (typeof callId !== "string") return [];
  if (item.type === "tool_search_output") {
    const text = JSON.stringify(item.tools);
    const output = [{ type: "input_text" as const, text }];
    return [{ item: { type: "function_call_output", call_id: callId, output } }];
  }
  const [name, input] = callOf(item);
  const call: KnownItem = {
    type: "function_call",
    name,
    arguments: JSON.stringify(input),
    call_id: callId,
  };
  const signature = item["thoughtSignature"];
  return [
    { item: typeof signature === "string" ? { ...call, thoughtSignature: signature } : call },
  ];
}

/** The tool and its arguments: pi wants an object. */
function callOf(item: Exclude<Call, ToolSearchOutputItem>): readonly [name: string, input: object] {
  switch (item.type) {
    case "function_call":
      return [item.name, parsedArguments(item.arguments)];
    case "custom_tool_call":
      return [item.name, { input: item.input }];
    case "local_shell_call":
      return ["local_shell", item.action];
    case "tool_search_call":
      return ["tool_search", { arguments: item.arguments }];
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
