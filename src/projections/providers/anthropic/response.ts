import { z } from "zod";
import type { Item, ReasoningItem } from "../../../events/item.js";
import type { Usage } from "../../../events/slices.js";
import { decodeBody } from "../decode-body.js";
import type { FinishReason, ProviderResponse, ResponseOptions } from "../provider.js";
import { itemOfCall, PLAIN_NAMES } from "../tool-names.js";
import { ServerSearch, ServerSearchResult, webSearchItem } from "./web-search.js";

const count = z.number().nonnegative().nullish();

export const UsageBody = z.looseObject({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
  output_tokens_details: z.looseObject({ thinking_tokens: count }).nullish(),
});
export type UsageBody = z.infer<typeof UsageBody>;

const TextBlock = z.looseObject({ type: z.literal("text"), text: z.string() });
const ThinkingBlock = z.looseObject({
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: z.string().nullish(),
});
const RedactedBlock = z.looseObject({ type: z.literal("redacted_thinking"), data: z.string() });
const ToolUseBlock = z.looseObject({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const KnownBlock = z.union([
  TextBlock,
  ThinkingBlock,
  RedactedBlock,
  ToolUseBlock,
  ServerSearch,
  ServerSearchResult,
]);
type KnownBlock = z.infer<typeof KnownBlock>;

const MessageBody = z.looseObject({
  id: z.string().nullish(),
  model: z.string().nullish(),
  role: z.literal("assistant"),
  content: z.array(z.looseObject({ type: z.string() })),
  stop_reason: z.string().nullish(),
  usage: UsageBody.nullish(),
});

/** A message of `POST /v1/messages`. Consecutive text blocks are the parts of one item. */
export function fromAnthropicResponse(
  body: unknown,
  options: ResponseOptions = {},
): ProviderResponse {
  const message = decodeBody(MessageBody, "anthropic", body);
  const items: Item[] = [];
  const unread: string[] = [];
  const searches = new Map<string, z.infer<typeof ServerSearch>>();
  for (const raw of message.content) {
    const block = KnownBlock.safeParse(raw);
    if (!block.success) unread.push(raw.type);
    else if (block.data.type === "server_tool_use") searches.set(block.data.id, block.data);
    else if (block.data.type === "web_search_tool_result") {
      const use = searches.get(block.data.tool_use_id);
      searches.delete(block.data.tool_use_id);
      if (use === undefined) unread.push(raw.type);
      else items.push(webSearchItem(use, block.data));
    } else addBlock(items, block.data, options);
  }
  for (const search of searches.values()) unread.push(search.type);
  const rawFinish = message.stop_reason ?? null;
  return {
    id: message.id ?? null,
    model: message.model ?? null,
    items: items.map((item) => ({ item, origin: "model" as const })),
    usage: message.usage === null || message.usage === undefined ? null : toUsage(message.usage),
    finish: rawFinish === null ? null : finishReason(rawFinish),
    rawFinish,
    unread,
  };
}

/** Cache reads and writes are reported apart from the other input: here all of it is input. */
function toUsage(usage: UsageBody): Usage {
  const cachedInput = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  const input = (usage.input_tokens ?? 0) + cachedInput + cacheWrite;
  const output = usage.output_tokens ?? 0;
  const reasoning = usage.output_tokens_details?.thinking_tokens ?? 0;
  return { input, cachedInput, cacheWrite, output, reasoning, total: input + output };
}

function addBlock(
  items: Item[],
  block: Exclude<KnownBlock, { type: "server_tool_use" | "web_search_tool_result" }>,
  options: ResponseOptions,
): void {
  switch (block.type) {
    case "text": {
      const part = { type: "output_text" as const, text: block.text };
      const last = items.at(-1);
      if (last?.type === "message") last.content.push(part);
      else items.push({ type: "message", role: "assistant", content: [part] });
      return;
    }
    case "thinking":
      items.push(thinkingItem(block));
      return;
    case "redacted_thinking":
      items.push({ type: "reasoning", summary: [], provider: "anthropic", redacted: block.data });
      return;
    case "tool_use":
      items.push(itemOfCall(block, options.tools ?? [], PLAIN_NAMES));
      return;
  }
}

function thinkingItem(block: z.infer<typeof ThinkingBlock>): ReasoningItem {
  const content = [{ type: "reasoning_text" as const, text: block.thinking }];
  return {
    type: "reasoning",
    summary: [],
    ...(block.thinking === "" ? {} : { content }),
    provider: "anthropic",
    ...(typeof block.signature === "string" ? { signature: block.signature } : {}),
  };
}

function finishReason(reason: string): FinishReason {
  switch (reason) {
    case "end_turn":
    case "stop_sequence":
      return "stop";
    case "tool_use":
      return "tool-calls";
    case "max_tokens":
      return "length";
    case "model_context_window_exceeded":
      return "context-window";
    case "pause_turn":
      return "paused";
    case "refusal":
      return "refusal";
    default:
      return "other";
  }
}
