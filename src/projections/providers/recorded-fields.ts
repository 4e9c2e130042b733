import type { ReasoningItem } from "../../events/item.js";

/**
 * What items carry so that they can go back to the provider that made them. Items are loose objects:
 * these fields stand beside the known ones, are kept in the log as they are, count nothing
 * (docs/semantics.md §3.7) and are never sent to another provider.
 *
 * | item | field | holds |
 * | --- | --- | --- |
 * | `reasoning` | `provider` | `anthropic`, `google`, `openai-chat` or `ai-sdk`; absent: OpenAI Responses |
 * | `reasoning` (anthropic) | `signature` | the thinking block's signature; text in `content` |
 * | `reasoning` (anthropic) | `redacted` | the data of a redacted thinking block |
 * | `reasoning` (google) | `thoughtSignature` | signature of a thought part; text in `summary` |
 * | `function_call`, `custom_tool_call` | `thoughtSignature` | Gemini's signature of the call |
 * | `output_text` part of a `message` | `thoughtSignature` | Gemini's signature of the text |
 * | items by way of the AI SDK | `aiSdkProvider`, `providerMetadata` | what their parts carried, as it came |
 * | `web_search_call` | `provider`, `blocks` | Anthropic's server tool blocks, as they came |
 */
export type ReasoningProvider = "openai" | "anthropic" | "google" | "openai-chat" | "unknown";

/** Who made a reasoning item. */
export function reasoningProvider(item: ReasoningItem): ReasoningProvider {
  const provider = item["provider"];
  switch (provider) {
    case undefined:
    case null:
    case "openai":
      return "openai";
    case "anthropic":
    case "google":
    case "openai-chat":
      return provider;
    default:
      return "unknown";
  }
}

/** A loose field that holds a text; undefined: it does not, or an empty one. */
export function looseText(
  holder: Readonly<Record<string, unknown>>,
  field: string,
): string | undefined {
  const value = holder[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A reasoning item's readable text: its content, else its summary. */
export function reasoningText(item: ReasoningItem): string {
  const parts = item.content ?? [];
  return (parts.length > 0 ? parts : item.summary).map((part) => part.text).join("\n");
}
