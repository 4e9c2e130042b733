import { z } from "zod";
import type { Item } from "../../../events/item.js";
import type { Usage } from "../../../events/slices.js";
import { invalidResponse } from "../../errors.js";
import { declaredTool, itemOfCall, PLAIN_NAMES } from "../calls.js";
import {
  decodeBody,
  type FinishReason,
  nullishCount,
  nullishText,
  type ProviderResponse,
  type ResponseOptions,
  responseOf,
} from "../provider.js";

const UsageBody = z.looseObject({
  prompt_tokens: nullishCount,
  completion_tokens: nullishCount,
  total_tokens: nullishCount,
  prompt_tokens_details: z
    .looseObject({ cached_tokens: nullishCount, cache_write_tokens: nullishCount })
    .nullish(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: nullishCount }).nullish(),
});
type UsageBody = z.infer<typeof UsageBody>;

const ToolCallBody = z.looseObject({
  id: z.string(),
  type: nullishText,
  function: z.looseObject({ name: z.string(), arguments: z.string() }).nullish(),
  custom: z.looseObject({ name: z.string(), input: z.string() }).nullish(),
});
type ToolCallBody = z.infer<typeof ToolCallBody>;

const CompletionBody = z.looseObject({
  id: nullishText,
  model: nullishText,
  choices: z.array(
    z.looseObject({
      message: z.looseObject({
        content: nullishText,
        refusal: nullishText,
        reasoning_content: nullishText,
        tool_calls: z.array(ToolCallBody).nullish(),
      }),
      finish_reason: nullishText,
    }),
  ),
  usage: UsageBody.nullish(),
});

/** A completion of `POST /v1/chat/completions`: its first choice. */
export function fromChatResponse(body: unknown, options: ResponseOptions = {}): ProviderResponse {
  const completion = decodeBody(CompletionBody, "openai-chat", body);
  const { message, finish_reason: rawFinish } = completion.choices[0] ?? { message: {} };
  const items: Item[] = [];
  const unread: string[] = [];
  if (message.reasoning_content) items.push(reasoningItem(message.reasoning_content));
  const texts = [message.content, message.refusal].flatMap((text) => (text ? [text] : []));
  if (texts.length > 0) {
    const content = texts.map((text) => ({ type: "output_text" as const, text }));
    items.push({ type: "message", role: "assistant", content });
  }
  for (const call of message.tool_calls ?? []) {
    const item = callItem(call, options);
    if (item === null) unread.push(call.type ?? "tool_call");
    else items.push(item);
  }
  const { id, model } = completion;
  const usage = completion.usage ? toUsage(completion.usage) : null;
  return responseOf({ id, model, items, unread, usage, rawFinish }, (reason) =>
    finishReason(reason, Boolean(message.refusal)),
  );
}

function toUsage(usage: UsageBody): Usage {
  const input = usage.prompt_tokens ?? 0;
  const output = usage.completion_tokens ?? 0;
  return {
    input,
    cachedInput: usage.prompt_tokens_details?.cached_tokens ?? 0,
    cacheWrite: usage.prompt_tokens_details?.cache_write_tokens ?? 0,
    output,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
    total: usage.total_tokens ?? input + output,
  };
}

/** What compatible servers call `reasoning_content`: kept for people, never sent back. */
function reasoningItem(reasoning: string): Item {
  const content = [{ type: "reasoning_text" as const, text: reasoning }];
  return { type: "reasoning", summary: [], content, provider: "openai-chat" };
}

function callItem(call: ToolCallBody, { tools = [] }: ResponseOptions): Item | null {
  if (call.custom) {
    const { name, input } = call.custom;
    const recorded = declaredTool(name, tools, PLAIN_NAMES)?.name ?? name;
    return { type: "custom_tool_call", call_id: call.id, name: recorded, input };
  }
  if (!call.function) return null;
  const { name, arguments: input } = call.function;
  return itemOfCall({ id: call.id, name, input }, tools, PLAIN_NAMES);
}

function finishReason(reason: string, refused: boolean): FinishReason {
  switch (reason) {
    case "stop":
      return refused ? "refusal" : "stop";
    case "tool_calls":
    case "function_call":
      return "tool-calls";
    case "length":
      return "length";
    case "content_filter":
      return "refusal";
    default:
      return "other";
  }
}

const CallDelta = z.looseObject({
  index: z.int().nonnegative(),
  id: nullishText,
  type: nullishText,
  function: z.looseObject({ name: nullishText, arguments: nullishText }).nullish(),
  custom: z.looseObject({ name: nullishText, input: nullishText }).nullish(),
});
type CallDelta = z.infer<typeof CallDelta>;

const Chunk = z.looseObject({
  id: nullishText,
  model: nullishText,
  choices: z.array(
    z.looseObject({
      index: z.int().nullish(),
      delta: z
        .looseObject({
          content: nullishText,
          refusal: nullishText,
          reasoning_content: nullishText,
          tool_calls: z.array(CallDelta).nullish(),
        })
        .nullish(),
      finish_reason: nullishText,
    }),
  ),
  usage: UsageBody.nullish(),
});
const ErrorBody = z.looseObject({ error: z.looseObject({ type: nullishText }) });

type Calls = readonly (ToolCallBody | undefined)[];

/** A completion under way. Immutable: each chunk makes the next state. */
export interface ChatStream {
  readonly options: ResponseOptions;
  readonly id: string | null;
  readonly model: string | null;
  readonly content: string;
  readonly refusal: string;
  readonly reasoning: string;
  /** By index; the holes of calls that have not begun are left out of the result. */
  readonly calls: Calls;
  readonly finishReason: string | null;
  readonly usage: UsageBody | null;
}

export function initialChatStream(options: ResponseOptions = {}): ChatStream {
  const texts = { content: "", refusal: "", reasoning: "" };
  return { options, id: null, model: null, ...texts, calls: [], finishReason: null, usage: null };
}

export function foldChatStream(state: ChatStream, chunk: unknown): ChatStream {
  const failure = ErrorBody.safeParse(chunk);
  if (failure.success) {
    const { type } = failure.data.error;
    throw invalidResponse("openai-chat", `the stream reports ${type ?? "an error"}`);
  }
  const body = decodeBody(Chunk, "openai-chat", chunk);
  const choice = body.choices.find(({ index }) => (index ?? 0) === 0);
  const delta = choice?.delta;
  return {
    options: state.options,
    id: state.id ?? body.id ?? null,
    model: state.model ?? body.model ?? null,
    content: state.content + (delta?.content ?? ""),
    refusal: state.refusal + (delta?.refusal ?? ""),
    reasoning: state.reasoning + (delta?.reasoning_content ?? ""),
    calls: (delta?.tool_calls ?? []).reduce(withCallDelta, state.calls),
    finishReason: choice?.finish_reason ?? state.finishReason,
    usage: body.usage ?? state.usage,
  };
}

export function chatStreamResult(state: ChatStream): ProviderResponse {
  const { id, model, content, refusal, reasoning, usage } = state;
  const calls = state.calls.filter((call) => call !== undefined);
  const message = { content, refusal, reasoning_content: reasoning, tool_calls: calls };
  const choices = [{ message, finish_reason: state.finishReason }];
  return fromChatResponse({ id, model, choices, usage }, state.options);
}

function withCallDelta(calls: Calls, delta: CallDelta): Calls {
  const { index, function: called, custom } = delta;
  const before = calls[index];
  const next = calls.slice();
  next[index] = {
    id: before?.id ?? delta.id ?? "",
    type: before?.type ?? delta.type ?? "function",
    ...((before?.function || called) && {
      function: {
        name: joined(before?.function?.name, called?.name),
        arguments: joined(before?.function?.arguments, called?.arguments),
      },
    }),
    ...((before?.custom || custom) && {
      custom: {
        name: joined(before?.custom?.name, custom?.name),
        input: joined(before?.custom?.input, custom?.input),
      },
    }),
  };
  return next;
}

function joined(before: string | undefined, piece: string | null | undefined): string {
  return (before ?? "") + (piece ?? "");
}
