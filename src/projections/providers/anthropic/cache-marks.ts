import type { AnthropicBody, AnthropicCacheControl, AnthropicMessage } from "./body.js";

/**
 * Marks the prefixes that the next request repeats: tools, system, the conversation up to the user's
 * last message but one, and all of it. Four marks are the most that the API takes; thinking blocks
 * cannot carry one.
 */
export function markPrefixes(body: AnthropicBody, ttl: "5m" | "1h" | undefined): void {
  const mark: AnthropicCacheControl =
    ttl === undefined ? { type: "ephemeral" } : { type: "ephemeral", ttl };
  const tool = body.tools?.at(-1);
  if (tool !== undefined) tool.cache_control = mark;
  const system = body.system?.at(-1);
  if (system !== undefined) system.cache_control = mark;
  const ends = body.messages.flatMap((message, index) => (message.role === "user" ? [index] : []));
  for (const end of ends.slice(-2)) markMessage(body.messages[end], mark);
}

function markMessage(message: AnthropicMessage | undefined, mark: AnthropicCacheControl): void {
  if (message?.role !== "user") return;
  const block = message.content.at(-1);
  if (block !== undefined) block.cache_control = mark;
}
