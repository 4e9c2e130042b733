import type { Item, ToolOutput } from "../../events/item.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import type { ItemInput } from "../record-item.js";
import { waitingCalls } from "../waiting-calls.js";
import { contentParts, type MessageContent } from "./content-parts.js";
import { noSuchCall } from "./no-such-call.js";

/** What a tool gave back. */
export interface ToolResultInput {
  readonly callId: string;
  readonly content: MessageContent;
  /** The call failed; every provider is told so in its own form. */
  readonly failed?: boolean;
}

/**
 * A tool's result, as the output that its call asks for.
 * @throws {NoSuchCall} no call of that id waits for one
 */
export function toolResult(
  { callId, content, failed = false }: ToolResultInput,
  entries: readonly LedgerEntry[],
): ItemInput {
  const waiting = waitingCalls(entries);
  const call = waiting.find((each) => callIdOf(each.item) === callId);
  const output = outputOf(content);
  const item = call === undefined ? null : outputItem(call.item, output);
  if (item !== null) return { item, origin: "tool", failed };
  throw noSuchCall(
    callId,
    waiting.flatMap((each) => callIdOf(each.item) ?? []),
  );
}

function outputItem(call: Item, output: ToolOutput): Item | null {
  const callId = callIdOf(call);
  if (callId === null) return null;
  switch (call.type) {
    case "function_call":
    case "local_shell_call":
      return { type: "function_call_output", call_id: callId, output };
    case "custom_tool_call":
      return { type: "custom_tool_call_output", call_id: callId, output };
    default:
      return null; // a search for tools is answered with tools: `addMessage` takes that item
  }
}

function outputOf(content: MessageContent): ToolOutput {
  return typeof content === "string" ? content : [...contentParts(content)];
}

/** Null: the item has none. */
export function callIdOf(item: Item): string | null {
  return "call_id" in item && typeof item.call_id === "string" ? item.call_id : null;
}
