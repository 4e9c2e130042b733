import { z } from "zod";
import { decodeBody } from "../decode-body.js";
import { InvalidResponse } from "../invalid-response.js";
import type { ProviderResponse, ResponseOptions } from "../provider.js";
import { fromAnthropicResponse, UsageBody } from "./response.js";

const Block = z.looseObject({ type: z.string() });
type Block = z.infer<typeof Block>;

const index = z.int().nonnegative();
const Chunk = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("message_start"),
    message: z.looseObject({
      id: z.string().nullish(),
      model: z.string().nullish(),
      usage: UsageBody.nullish(),
    }),
  }),
  z.looseObject({ type: z.literal("content_block_start"), index, content_block: Block }),
  z.looseObject({ type: z.literal("content_block_delta"), index, delta: Block }),
  z.looseObject({ type: z.literal("content_block_stop"), index }),
  z.looseObject({
    type: z.literal("message_delta"),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: UsageBody.nullish(),
  }),
  z.looseObject({ type: z.literal("message_stop") }),
  z.looseObject({ type: z.literal("ping") }),
  z.looseObject({
    type: z.literal("error"),
    error: z.looseObject({ type: z.string() }),
  }),
]);

const Delta = z.union([
  z.looseObject({ type: z.literal("text_delta"), text: z.string() }),
  z.looseObject({ type: z.literal("thinking_delta"), thinking: z.string() }),
  z.looseObject({ type: z.literal("signature_delta"), signature: z.string() }),
  z.looseObject({ type: z.literal("input_json_delta"), partial_json: z.string() }),
]);

/** A message under way. Immutable: each chunk makes the next state. */
export interface AnthropicStream {
  readonly options: ResponseOptions;
  readonly id: string | null;
  readonly model: string | null;
  readonly blocks: readonly Block[];
  readonly usage: UsageBody | null;
  readonly stopReason: string | null;
  /** Types of deltas that nothing here can hold. */
  readonly unread: readonly string[];
}

export function initialAnthropicStream(options: ResponseOptions = {}): AnthropicStream {
  return { options, id: null, model: null, blocks: [], usage: null, stopReason: null, unread: [] };
}

export function foldAnthropicStream(state: AnthropicStream, chunk: unknown): AnthropicStream {
  const event = decodeBody(Chunk, "anthropic", chunk);
  switch (event.type) {
    case "message_start": {
      const { id, model, usage } = event.message;
      return { ...state, id: id ?? null, model: model ?? null, usage: usage ?? null };
    }
    case "content_block_start":
      return withBlock(state, event.index, event.content_block);
    case "content_block_delta":
      return withDelta(state, event.index, event.delta);
    case "message_delta":
      return {
        ...state,
        stopReason: event.delta.stop_reason ?? state.stopReason,
        usage: mergeUsage(state.usage, event.usage ?? null),
      };
    case "content_block_stop":
    case "message_stop":
    case "ping":
      return state;
    case "error":
      throw new InvalidResponse("anthropic", `the stream reports ${event.error.type}`);
  }
}

export function anthropicStreamResult(state: AnthropicStream): ProviderResponse {
  const { id, model, usage, stopReason } = state;
  const content = state.blocks.map(finishedBlock);
  const body = { id, model, role: "assistant", content, stop_reason: stopReason, usage };
  const response = fromAnthropicResponse(body, state.options);
  return { ...response, unread: [...response.unread, ...state.unread] };
}

function withBlock(state: AnthropicStream, at: number, block: Block): AnthropicStream {
  const blocks = state.blocks.slice();
  blocks[at] = block;
  return { ...state, blocks };
}

function withDelta(state: AnthropicStream, at: number, raw: Block): AnthropicStream {
  const block = state.blocks[at];
  if (block === undefined) throw new InvalidResponse("anthropic", "a delta before its block");
  const delta = Delta.safeParse(raw);
  if (!delta.success) {
    return raw.type === "citations_delta"
      ? state
      : { ...state, unread: [...state.unread, raw.type] };
  }
  switch (delta.data.type) {
    case "text_delta":
      return withBlock(state, at, appended(block, "text", delta.data.text));
    case "thinking_delta":
      return withBlock(state, at, appended(block, "thinking", delta.data.thinking));
    case "signature_delta":
      return withBlock(state, at, { ...block, signature: delta.data.signature });
    case "input_json_delta":
      return withBlock(state, at, appended(block, "partialJson", delta.data.partial_json));
  }
}

function appended(block: Block, field: string, text: string): Block {
  const before = block[field];
  return { ...block, [field]: (typeof before === "string" ? before : "") + text };
}

/** A call's input comes as pieces of one JSON text; while it is not whole, it stays that text. */
function finishedBlock(block: Block): Block {
  const { partialJson, ...rest } = block;
  if (typeof partialJson !== "string" || partialJson === "") return rest;
  try {
    const input: unknown = JSON.parse(partialJson);
    return { ...rest, input };
  } catch {
    return { ...rest, input: partialJson };
  }
}

/** The last chunk's counts are cumulative; what it does not say stays as the first one said it. */
function mergeUsage(first: UsageBody | null, last: UsageBody | null): UsageBody | null {
  if (first === null || last === null) return first ?? last;
  const said = Object.entries(last).filter(([, value]) => value !== null && value !== undefined);
  return { ...first, ...Object.fromEntries(said) };
}
