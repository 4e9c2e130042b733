import { ABORTED_OUTPUT } from "../codex-strings.js";
import type { Item } from "./item.js";

/**
 * Which calls and outputs belong together (docs/semantics.md §8.1-8.2). A key names the kind of
 * output and the call's id: a function call and a local shell call of one id share theirs. That of the
 * usual kind is the id itself: a text put together for each item costs more than looking it up.
 */

type Kinds = Readonly<Partial<Record<Item["type"], string>>>;

const CALLS: Kinds = {
  function_call: "function",
  local_shell_call: "function",
  custom_tool_call: "custom",
  tool_search_call: "tool-search",
};
const OUTPUTS: Kinds = {
  function_call_output: "function",
  custom_tool_call_output: "custom",
  tool_search_output: "tool-search",
};

/** The key of a call that must have an output; null: not a call, or one without an id. */
export function callKey(item: Item): string | null {
  return keyIn(CALLS, item);
}

/** The key that an output answers; null: not an output, or one without an id. */
export function outputKey(item: Item): string | null {
  return keyIn(OUTPUTS, item);
}

function keyIn(kinds: Kinds, item: Item): string | null {
  const kind = kinds[item.type];
  const id = callIdOf(item);
  if (kind === undefined || id === null) return null;
  return kind === USUAL_KIND && !id.startsWith(KIND_MARK) ? id : `${KIND_MARK}${kind} ${id}`;
}

const USUAL_KIND = "function";
/** How keys begin that name their kind. */
const KIND_MARK = "\u0000";

/** The id that a call and its output share; null: the item has none. */
export function callIdOf(item: Item): string | null {
  return "call_id" in item && typeof item.call_id === "string" ? item.call_id : null;
}

/** True for an output that may be without its call: a search that the server itself ran. */
export function mayStandAlone(output: Item): boolean {
  return output.type === "tool_search_output" && output.execution === "server";
}

/** What pi says in place of an output. */
export const PI_NO_RESULT = "No result provided";

/** The output that a call gets which nothing answered; null: the item is no such call. */
export function abortedOutput(call: Item, words: string = ABORTED_OUTPUT): Item | null {
  switch (call.type) {
    case "function_call":
    case "local_shell_call":
      if (typeof call.call_id !== "string") return null;
      return { type: "function_call_output", call_id: call.call_id, output: words };
    case "custom_tool_call":
      return { type: "custom_tool_call_output", call_id: call.call_id, output: words };
    case "tool_search_call": {
      const settled = { status: "completed", execution: "client", tools: [] };
      return { type: "tool_search_output", call_id: call.call_id ?? null, ...settled };
    }
    default:
      return null;
  }
}
