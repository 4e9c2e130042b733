import { invalidResponse } from "../../errors.js";
import { z } from "zod";
import type { Item } from "../../../events/item.js";
import type { Usage } from "../../../events/slices.js";
import { declaredTool, itemOfCall, PLAIN_NAMES } from "../calls.js";
import {
  decodeBody,
  type FinishReason,
  type ProviderResponse,
  type ResponseOptions,
} from "../provider.js";

const text = z.string().nullish();
const count = z.number().nonnegative().nullish();

const UsageBody = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z
    .looseObject({ cached_tokens: count, cache_write_tokens: count })
    .nullish(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: count }).nullish(),
});
type UsageBody = z.infer<typeof UsageBody>;

const ToolCallBody = z.looseObject({
  id: z.string(),
  type: text,
  function: z.looseObject({ name: z.string(), arguments: z.string() }).nullish(),
  custom: z.looseObject({ name: z.string(), input: z.string() }).nullish(),
});
type ToolCallBody = z.infer<typeof ToolCallBody>;

const CompletionBody = z.looseObject({
  id: text,
  model: text,
  choices: z.array(
    z.looseObject({
      message: z.looseObject({
        content: text,
        refusal: text,
        reasoning_content: text,
        tool_calls: z.array(ToolCallBody).nullish(),
      }),
      finish_reason: text,
    }),
  ),
  usage: UsageBody.nullish(),
});

/** A completion of `POST /v1/chat/completions`: its first choice. */
export function fromChatResponse(body: unknown, options: ResponseOptions = {}): ProviderResponse {
  const completion = decodeBody(CompletionBody, "openai-chat", body);
  const choice = completion.choices[0];
  const items: Item[] = [];
  const unread: string[] = [];
  if (choice !== undefined) {
    const { content, refusal, reasoning_content: reasoning, tool_calls: calls } = choice.message;
    if (reasoning) items.push(reasoningItem(reasoning));
    const texts = [content, refusal].flatMap((said) => (said ? [said] : []));
    if (texts.length > 0) {
      const parts = texts.map((said) => ({ type: "output_text" as const, text: said }));
      items.push({ type: "message", role: "assistant", content: parts });
    }
    for (const call of calls ?? []) {
      const item = callItem(call, options);
      if (item === null) unread.push(call.type ?? "tool_call");
      else items.push(item);
    }
  }
  const rawFinish = choice?.finish_reason ?? null;
  return {
    id: completion.id ?? null,
    model: completion.model ?? null,
    items: items.map((item) => ({ item, origin: "model" as const })),
    usage: completion.usage ? toUsage(completion.usage) : null,
    finish: rawFinish === null ? null : finishReason(rawFinish, Boolean(choice?.message.refusal)),
    rawFinish,
    unread,
  };
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

function callItem(call: ToolCallBody, options: ResponseOptions): Item | null {
  const tools = options.tools ?? [];
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

const textField = z.string().nullish();

const CallDelta = z.looseObject({
  index: z.int().nonnegative(),
  id: textField,
  type: textField,
  function: z.looseObject({ name: textField, arguments: textField }).nullish(),
  custom: z.looseObject({ name: textField, input: textField }).nullish(),
});
type CallDelta = z.infer<typeof CallDelta>;

const Chunk = z.looseObject({
  id: textField,
  model: textField,
  choices: z.array(
    z.looseObject({
      index: z.int().nullish(),
      delta: z
        .looseObject({
          content: textField,
          refusal: textField,
          reasoning_content: textField,
          tool_calls: z.array(CallDelta).nullish(),
        })
        .nullish(),
      finish_reason: textField,
    }),
  ),
  usage: UsageBody.nullish(),
});
const ErrorBody = z.looseObject({ error: z.looseObject({ type: textField }) });

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
  return {
    options,
    id: null,
    model: null,
    content: "",
    refusal: "",
    reasoning: "",
    calls: [],
    finishReason: null,
    usage: null,
  };
}

export function foldChatStream(state: ChatStream, chunk: unknown): ChatStream {
  const failure = ErrorBody.safeParse(chunk);
  if (failure.success) {
    throw invalidResponse(
      "openai-chat",
      `the stream reports ${failure.data.error.type ?? "an error"}`,
    );
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
  const message = {
    content: state.content,
    refusal: state.refusal,
    reasoning_content: state.reasoning,
    tool_calls: state.calls.filter((call) => call !== undefined),
  };
  const choices = [{ message, finish_reason: state.finishReason }];
  const body = { id: state.id, model: state.model, choices, usage: state.usage };
  return fromChatResponse(body, state.options);
}

function withCallDelta(calls: Calls, delta: CallDelta): Calls {
  const before = calls[delta.index];
  const next = calls.slice();
  next[delta.index] = {
    id: before?.id ?? delta.id ?? "",
    type: before?.type ?? delta.type ?? "function",
    ...functionOf(before, delta),
    ...customOf(before, delta),
  };
  return next;
}

function functionOf(
  before: ToolCallBody | undefined,
  delta: CallDelta,
): Pick<ToolCallBody, "function"> {
  if (!before?.function && !delta.function) return {};
  return {
    function: {
      name: (before?.function?.name ?? "") + (delta.function?.name ?? ""),
      arguments: (before?.function?.arguments ?? "") + (delta.function?.arguments ?? ""),
    },
  };
}

function customOf(
  before: ToolCallBody | undefined,
  delta: CallDelta,
): Pick<ToolCallBody, "custom"> {
  if (!before?.custom && !delta.custom) return {};
  return {
    custom: {
      name: (before?.custom?.name ?? "") + (delta.custom?.name ?? ""),
      input: (before?.custom?.input ?? "") + (delta.custom?.input ?? ""),
    },
  };
}
