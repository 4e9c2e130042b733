import type { Item } from "../../../src/events/item.js";

/**
 * docs/semantics.md §8 once more, as four passes over a copy: slow, plain, and nobody's to import.
 */
export function promptByDefinition(ledger: readonly Item[], images: boolean): readonly Item[] {
  const items = [...ledger];
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const call = items[at];
    const missing = call === undefined ? null : missingOutput(call, ledger);
    if (missing !== null) items.splice(at + 1, 0, missing);
  }
  const paired = items.filter((item) => !isOrphan(item, items));
  const seen = images ? paired : paired.map(blind);
  return seen.filter((item) => item.type !== "ghost_snapshot");
}

function missingOutput(call: Item, ledger: readonly Item[]): Item | null {
  const isAnswered = (type: Item["type"], id: string) =>
    ledger.some((item) => item.type === type && "call_id" in item && item.call_id === id);
  switch (call.type) {
    case "function_call":
    case "local_shell_call": {
      const id = call.call_id;
      if (typeof id !== "string" || isAnswered("function_call_output", id)) return null;
      return { type: "function_call_output", call_id: id, output: "aborted" };
    }
    case "custom_tool_call":
      if (isAnswered("custom_tool_call_output", call.call_id)) return null;
      return { type: "custom_tool_call_output", call_id: call.call_id, output: "aborted" };
    case "tool_search_call": {
      const id = call.call_id;
      if (typeof id !== "string" || isAnswered("tool_search_output", id)) return null;
      return {
        type: "tool_search_output",
        call_id: id,
        status: "completed",
        execution: "client",
        tools: [],
      };
    }
    default:
      return null;
  }
}

function isOrphan(output: Item, items: readonly Item[]): boolean {
  const hasCall = (types: readonly Item["type"][], id: string) =>
    items.some((item) => types.includes(item.type) && "call_id" in item && item.call_id === id);
  switch (output.type) {
    case "function_call_output":
      return !hasCall(["function_call", "local_shell_call"], output.call_id);
    case "custom_tool_call_output":
      return !hasCall(["custom_tool_call"], output.call_id);
    case "tool_search_output":
      if (output.execution === "server" || typeof output.call_id !== "string") return false;
      return !hasCall(["tool_search_call"], output.call_id);
    default:
      return false;
  }
}

function blind(item: Item): Item {
  const stripped = {
    type: "input_text" as const,
    text: "image content omitted because you do not support image input",
  };
  if (item.type === "message") {
    return {
      ...item,
      content: item.content.map((part) => (part.type === "input_image" ? stripped : part)),
    };
  }
  if (item.type === "image_generation_call") return { ...item, result: "" };
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") return item;
  if (typeof item.output === "string") return item;
  return {
    ...item,
    output: item.output.map((part) => (part.type === "input_image" ? stripped : part)),
  };
}
