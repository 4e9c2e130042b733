import type { ReasoningItem } from "../../../events/item.js";

/** A thought as it is read from a pi session. */
export function spellThought(item: ReasoningItem): ReasoningItem {
  const { provider = "openai" } = item;
  if (provider === "openai") return spellOpenai(item);
  const text = [...item.summary, ...(item.content ?? [])].map((part) => part.text).join("\n");
  if (provider === "google") {
    const summary = [{ type: "summary_text" as const, text }];
    const signature = item["thoughtSignature"];
    const spelled: ReasoningItem = { type: "reasoning", summary, provider };
    return typeof signature === "string" ? { ...spelled, thoughtSignature: signature } : spelled;
  }
  const content = [{ type: "reasoning_text" as const, text }];
  if (provider !== "anthropic") {
    const known = provider === "openai-chat" ? provider : "unknown";
    return { type: "reasoning", summary: [], content, provider: known };
  }
  const { signature, redacted } = item;
  const spelled: ReasoningItem = { type: "reasoning", summary: [], content, provider };
  if (typeof redacted === "string") return { ...spelled, redacted };
  return typeof signature === "string" ? { ...spelled, signature } : spelled;
}

/** Its readable text stands in the summary; the encrypted one goes back to OpenAI as it is. */
function spellOpenai({
  summary,
  content,
  id,
  encrypted_content: sealed,
}: ReasoningItem): ReasoningItem {
  const parts = [...summary, ...(content ?? [])].map(({ text }) => ({
    type: "summary_text" as const,
    text,
  }));
  const spelled: ReasoningItem = { type: "reasoning", summary: parts };
  if (typeof id === "string") spelled.id = id;
  if (typeof sealed === "string") spelled.encrypted_content = sealed;
  return spelled;
}
