import type { Item } from "../../events/item.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { OwnKit } from "../own/own-kit.js";
import { SUMMARY, USER } from "./conversation.js";

/** What a state's ledger says, in the words of the reference. */
export function spokenWords(
  { ledger }: ThreadState,
  { fragments = [] }: OwnKit,
): readonly string[] {
  const turnFragments = fragments.flatMap((draws) =>
    draws.lifetime === "turn" ? [draws.fragment] : [],
  );
  return [...ledger.entries].flatMap(({ item, origin, summary }) => {
    if (summary === true) return [SUMMARY];
    const words = wordsOf(item);
    if (origin === "user") return [USER + words];
    if (origin !== "runtime") return [words];
    return turnFragments.some((fragment) => fragment.recognise(words)) ? [words] : [];
  });
}

/** An item in one line: its texts, or its kind and id. Bytes of images are the invariants' business. */
export function wordsOf(item: Item): string {
  switch (item.type) {
    case "message":
      return item.content.map((part) => ("text" in part ? part.text : "[image]")).join("\n");
    case "function_call_output":
    case "custom_tool_call_output":
      return `${item.call_id} gave ${outputWords(item.output)}`;
    default:
      return "call_id" in item ? `${item.type} ${String(item.call_id)}` : item.type;
  }
}

function outputWords(output: unknown): string {
  if (!Array.isArray(output)) return String(output);
  return Array.from<unknown>(output)
    .map((part) => (isJsonObject(part) && "text" in part ? String(part.text) : "[image]"))
    .join("\n");
}
