import { z } from "zod";
import type { Item, ReasoningItem } from "../../../events/item.js";
import { itemOfCall, PLAIN_NAMES } from "../calls.js";
import {
  decodeBody,
  invalidResponse,
  nullishCount,
  nullishText,
  type ReadAnswer,
  streamedInput,
  usageOf,
  withPiece,
  withUnread,
} from "../define-provider.js";
import type { ResponseOptions } from "../provider.js";
import { ServerSearch, ServerSearchResult, webSearchItem } from "./blocks.js";

const UsageBody = z.looseObject({
  input_tokens: nullishCount,
  cache_creation_input_tokens: nullishCount,
  cache_creation: z.looseObject({ ephemeral_1h_input_tokens: nullishCount }).nullish(),
  cache_read_input_tokens: nullishCount,
  output_tokens: nullishCount,
  output_tokens_details: z.looseObject({ thinking_tokens: nullishCount }).nullish(),
});
type UsageBody = z.infer<typeof UsageBody>;

const TextBlock = z.looseObject({ type: z.literal("text"), text: z.string() });
const ThinkingBlock = z.looseObject({
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: nullishText,
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

const Block = z.looseObject({ type: z.string() });
type Block = z.infer<typeof Block>;

/** A message of `POST /v1/messages`. Consecutive text blocks are the parts of one item. */
export const AnthropicMessageBody = z.looseObject({
  id: nullishText,
  model: nullishText,
  role: z.literal("assistant"),
  content: z.array(Block),
  stop_reason: nullishText,
  usage: UsageBody.nullish(),
  /** Of a stream: types of events and deltas that nothing here can hold. */
  unreadEvents: z.array(z.string()).optional(),
});
type AnthropicMessageBody = z.infer<typeof AnthropicMessageBody>;

export function readAnthropicMessage(
  message: AnthropicMessageBody,
  options: ResponseOptions,
): ReadAnswer {
  const items: Item[] = [];
  const unread: string[] = [];
  const searches = new Map<string, z.infer<typeof ServerSearch>>();
  for (const raw of message.content.map(finishedBlock)) {
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
  unread.push(...(message.unreadEvents ?? []));
  const { id, model, stop_reason: rawFinish } = message;
  const usage = message.usage ? toUsage(message.usage) : null;
  return { id, model, items, unread, usage, rawFinish, finishes: FINISHES };
}

const FINISHES: ReadAnswer["finishes"] = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "context-window",
  pause_turn: "paused",
  refusal: "refusal",
};

/** Cache reads and writes are reported apart from the other input: here all of it is input. */
function toUsage(usage: UsageBody) {
  const cachedInput = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  const input = (usage.input_tokens ?? 0) + cachedInput + cacheWrite;
  const longCacheWrite = usage.cache_creation?.ephemeral_1h_input_tokens;
  const { output_tokens: output, output_tokens_details: details } = usage;
  const reasoning = details?.thinking_tokens;
  return usageOf({ input, cachedInput, cacheWrite, longCacheWrite, output, reasoning });
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

function finishedBlock({ partialJson, ...block }: Block): Block {
  const input = streamedInput(partialJson);
  return input === undefined ? block : { ...block, input };
}

const index = z.int().nonnegative();
const Chunk = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("message_start"),
    message: z.looseObject({
      id: nullishText,
      model: nullishText,
      usage: UsageBody.nullish(),
    }),
  }),
  z.looseObject({ type: z.literal("content_block_start"), index, content_block: Block }),
  z.looseObject({ type: z.literal("content_block_delta"), index, delta: Block }),
  z.looseObject({ type: z.literal("content_block_stop"), index }),
  z.looseObject({
    type: z.literal("message_delta"),
    delta: z.looseObject({ stop_reason: nullishText }),
    usage: UsageBody.nullish(),
  }),
  z.looseObject({ type: z.literal("message_stop") }),
  z.looseObject({ type: z.literal("ping") }),
  z.looseObject({
    type: z.literal("error"),
    error: z.looseObject({ type: z.string() }),
  }),
]);

const EVENT_TYPES = new Set<string>(Chunk.options.map((option) => option.shape.type.value));

const Delta = z.union([
  z.looseObject({ type: z.literal("text_delta"), text: z.string() }),
  z.looseObject({ type: z.literal("thinking_delta"), thinking: z.string() }),
  z.looseObject({ type: z.literal("signature_delta"), signature: z.string() }),
  z.looseObject({ type: z.literal("input_json_delta"), partial_json: z.string() }),
]);

/** Events of types that are not known do no harm: the API says that it may add some. */
export function foldAnthropicEvent(
  message: AnthropicMessageBody,
  chunk: unknown,
): AnthropicMessageBody {
  const { type } = decodeBody(Block, "anthropic", chunk);
  if (!EVENT_TYPES.has(type)) return withUnread(message, type);
  const event = decodeBody(Chunk, "anthropic", chunk);
  switch (event.type) {
    case "message_start": {
      const { id, model, usage } = event.message;
      return { ...message, id, model, usage };
    }
    case "content_block_start":
      return withBlock(message, event.index, event.content_block);
    case "content_block_delta":
      return withDelta(message, event.index, event.delta);
    case "message_delta":
      return {
        ...message,
        stop_reason: event.delta.stop_reason ?? message.stop_reason,
        usage: mergeUsage(message.usage ?? null, event.usage ?? null),
      };
    case "content_block_stop":
    case "message_stop":
    case "ping":
      return message;
    case "error":
      throw invalidResponse("anthropic", `the stream reports ${event.error.type}`);
  }
}

function withBlock(message: AnthropicMessageBody, at: number, block: Block): AnthropicMessageBody {
  const content = message.content.slice();
  content[at] = block;
  return { ...message, content };
}

function withDelta(message: AnthropicMessageBody, at: number, raw: Block): AnthropicMessageBody {
  const block = message.content[at];
  if (block === undefined) throw invalidResponse("anthropic", "a delta before its block");
  const delta = Delta.safeParse(raw);
  if (!delta.success) {
    return raw.type === "citations_delta" ? message : withUnread(message, raw.type);
  }
  switch (delta.data.type) {
    case "text_delta":
      return withBlock(message, at, appended(block, "text", delta.data.text));
    case "thinking_delta":
      return withBlock(message, at, appended(block, "thinking", delta.data.thinking));
    case "signature_delta":
      return withBlock(message, at, { ...block, signature: delta.data.signature });
    case "input_json_delta":
      return withBlock(message, at, appended(block, "partialJson", delta.data.partial_json));
  }
}

function appended(block: Block, field: string, text: string): Block {
  return { ...block, [field]: withPiece(block[field], text) };
}

/** The last chunk's counts are cumulative; what it does not say stays as the first one said it. */
function mergeUsage(first: UsageBody | null, last: UsageBody | null): UsageBody | null {
  if (first === null || last === null) return first ?? last;
  const said = Object.entries(last).filter(([, value]) => value !== null && value !== undefined);
  return { ...first, ...Object.fromEntries(said) };
}
