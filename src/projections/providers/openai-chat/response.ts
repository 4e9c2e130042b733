import { z } from "zod";
import { isToolCall } from "../../../events/calls.js";
import type { Item } from "../../../events/item.js";
import { declaredTool, itemOfCall, PLAIN_NAMES } from "../calls.js";
import {
  decodeBody,
  nullishCount,
  nullishText,
  type ReadAnswer,
  refuseFailure,
  streamedInput,
  usageOf,
  withPiece,
} from "../define-provider.js";
import type { ResponseOptions } from "../provider.js";

const UsageBody = z.looseObject({
  prompt_tokens: nullishCount,
  completion_tokens: nullishCount,
  total_tokens: nullishCount,
  prompt_tokens_details: z
    .looseObject({ cached_tokens: nullishCount, cache_write_tokens: nullishCount })
    .nullish(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: nullishCount }).nullish(),
});

const ToolCallBody = z.looseObject({
  id: z.string(),
  /** Of a stream: the one of its pieces. */
  index: z.int().nullish(),
  type: nullishText,
  function: z.looseObject({ name: z.string(), arguments: z.string() }).nullish(),
  custom: z.looseObject({ name: z.string(), input: z.string() }).nullish(),
});
type ToolCallBody = z.infer<typeof ToolCallBody>;

/** Thoughts: compatible servers send them in one of two members, or in both. */
const texts = {
  content: nullishText,
  refusal: nullishText,
  reasoning_content: nullishText,
  reasoning: nullishText,
};

const MessageBody = z.looseObject({
  ...texts,
  /** Of a stream by index, with holes for calls that have not begun. */
  tool_calls: z.array(ToolCallBody.optional()).nullish(),
});
type MessageBody = z.infer<typeof MessageBody>;

/** A completion of `POST /v1/chat/completions`: its first choice counts. */
export const ChatCompletion = z.looseObject({
  id: nullishText,
  model: nullishText,
  choices: z.array(z.looseObject({ message: MessageBody, finish_reason: nullishText })),
  usage: UsageBody.nullish(),
});
type ChatCompletion = z.infer<typeof ChatCompletion>;

export function readChatCompletion(
  { id, model, choices, usage }: ChatCompletion,
  { tools = [] }: ResponseOptions,
): ReadAnswer {
  const { message, finish_reason: rawFinish } = choices[0] ?? { message: {} };
  const items: Item[] = [];
  const unread: string[] = [];
  const thoughts = message.reasoning_content || message.reasoning;
  if (thoughts) items.push(reasoningItem(thoughts));
  const said = [message.content, message.refusal].flatMap((text) => (text ? [text] : []));
  if (said.length > 0) {
    const content = said.map((text) => ({ type: "output_text" as const, text }));
    items.push({ type: "message", role: "assistant", content });
  }
  for (const call of message.tool_calls ?? []) {
    if (call === undefined) continue;
    const item = callItem(call, tools);
    if (item === null) unread.push(call.type ?? "tool_call");
    else items.push(item);
  }
  // One that was forced to call a tool ends with `stop`.
  const stop = items.some((item) => isToolCall(item)) ? "tool-calls" : "stop";
  return {
    ...{ id, model, items, unread, rawFinish },
    usage: usage
      ? usageOf({
          input: usage.prompt_tokens,
          cachedInput: usage.prompt_tokens_details?.cached_tokens,
          cacheWrite: usage.prompt_tokens_details?.cache_write_tokens,
          output: usage.completion_tokens,
          reasoning: usage.completion_tokens_details?.reasoning_tokens,
          total: usage.total_tokens,
        })
      : null,
    finishes: {
      stop: message.refusal ? "refusal" : stop,
      tool_calls: "tool-calls",
      function_call: "tool-calls",
      length: "length",
      content_filter: "refusal",
    },
  };
}

/** What compatible servers say beside the answer: kept for people, never sent back. */
function reasoningItem(reasoning: string): Item {
  const content = [{ type: "reasoning_text" as const, text: reasoning }];
  return { type: "reasoning", summary: [], content, provider: "openai-chat" };
}

function callItem(
  { id, custom, function: called }: ToolCallBody,
  tools: NonNullable<ResponseOptions["tools"]>,
): Item | null {
  if (custom) {
    const name = declaredTool(custom.name, tools, PLAIN_NAMES)?.name ?? custom.name;
    return { type: "custom_tool_call", call_id: id, name, input: custom.input };
  }
  if (!called) return null;
  const { name, arguments: text } = called;
  const isFreeForm = declaredTool(name, tools, PLAIN_NAMES)?.kind === "custom";
  const input = isFreeForm ? (streamedInput(text) ?? text) : text;
  return itemOfCall({ id, name, input }, tools, PLAIN_NAMES);
}

const CallDelta = z.looseObject({
  /** Some compatible servers leave it out. */
  index: z.int().nonnegative().nullish(),
  id: nullishText,
  type: nullishText,
  function: z.looseObject({ name: nullishText, arguments: nullishText }).nullish(),
  custom: z.looseObject({ name: nullishText, input: nullishText }).nullish(),
});

const Delta = z.looseObject({ ...texts, tool_calls: z.array(CallDelta).nullish() });

const Chunk = z.looseObject({
  id: nullishText,
  model: nullishText,
  /** Some compatible servers leave it out where a chunk has the usage alone. */
  choices: z
    .array(
      z.looseObject({
        index: z.int().nullish(),
        delta: Delta.nullish(),
        finish_reason: nullishText,
      }),
    )
    .nullish(),
  usage: UsageBody.nullish(),
});

export function foldChatChunk(before: ChatCompletion, chunk: unknown): ChatCompletion {
  refuseFailure("openai-chat", chunk, "type");
  const body = decodeBody(Chunk, "openai-chat", chunk);
  const choice = body.choices?.find(({ index }) => (index ?? 0) === 0);
  const { message, finish_reason: finish } = before.choices[0] ?? { message: {} };
  const finish_reason = choice?.finish_reason || finish; // some servers write "" until the end
  return {
    id: before.id ?? body.id,
    model: before.model ?? body.model,
    choices: [{ message: withDelta(message, choice?.delta ?? {}), finish_reason }],
    usage: body.usage ?? before.usage,
  };
}

function withDelta(message: MessageBody, delta: z.infer<typeof Delta>): MessageBody {
  const calls = message.tool_calls?.slice() ?? [];
  for (const { index, id, type, function: called, custom } of delta.tool_calls ?? []) {
    const isNamed = Boolean(called?.name || custom?.name);
    const place = placeOf(calls, index, isNamed ? id : null);
    const call = calls[place];
    calls[place] = {
      index: index ?? place,
      id: newest(call?.id, id),
      type: call?.type ?? type ?? "function",
      ...((call?.function || called) && {
        function: {
          name: newest(call?.function?.name, called?.name),
          arguments: withPiece(call?.function?.arguments, called?.arguments),
        },
      }),
      ...((call?.custom || custom) && {
        custom: {
          name: newest(call?.custom?.name, custom?.name),
          input: withPiece(call?.custom?.input, custom?.input),
        },
      }),
    };
  }
  return {
    content: withPiece(message.content, delta.content),
    refusal: withPiece(message.refusal, delta.refusal),
    reasoning_content: withPiece(message.reasoning_content, delta.reasoning_content),
    reasoning: withPiece(message.reasoning, delta.reasoning),
    tool_calls: calls,
  };
}

/**
 * Some compatible servers give all calls of an answer one index, or none: another id is another call.
 * @param id of a piece with a name: some give each piece of one call an id of its own
 */
function placeOf(
  calls: readonly (ToolCallBody | undefined)[],
  index: number | null | undefined,
  id: string | null | undefined,
): number {
  const place = calls.findLastIndex(
    (call) =>
      call !== undefined &&
      (index ?? call.index) === call.index &&
      (!id || call.id === "" || call.id === id),
  );
  if (place !== -1) return place;
  const free = index ?? calls.length;
  return calls[free] === undefined ? free : calls.length;
}

/** Of what comes whole: some compatible servers say it again with each piece of a call's input. */
function newest(before: string | undefined, said: string | null | undefined): string {
  return said ? said : (before ?? "");
}
