import type { KnownItem, ReasoningItem } from "../../../events/item.js";

/** The name that pi has for what takes a thought back: it says how the thought is signed. */
export function reasoningApi({ provider = "openai" }: ReasoningItem): string {
  switch (provider) {
    case "openai":
      return "openai-responses";
    case "anthropic":
      return "anthropic-messages";
    case "google":
      return "google-generative-ai";
    case "openai-chat":
      return "openai-completions";
    default:
      return "unknown";
  }
}

/** The api that an answer with an item has to name; null: any. */
export function apiOf(item: KnownItem): string | null {
  if (item.type === "reasoning") return reasoningApi(item);
  if (item.type !== "message") return null;
  const [part] = item.content;
  const isSigned = part?.type === "output_text" && typeof part["thoughtSignature"] === "string";
  return isSigned ? "google-generative-ai" : null;
}
