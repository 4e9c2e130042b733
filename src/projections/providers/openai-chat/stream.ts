import { z } from "zod";
import { decodeBody } from "../decode-body.js";
import { InvalidResponse } from "../invalid-response.js";
import type { ProviderResponse, ResponseOptions } from "../provider.js";
import type { ToolCallBody } from "./response.js";
import { fromChatResponse, UsageBody } from "./response.js";

const text = z.string().nullish();

const CallDelta = z.looseObject({
  index: z.int().nonnegative(),
  id: text,
  type: text,
  function: z.looseObject({ name: text, arguments: text }).nullish(),
  custom: z.looseObject({ name: text, input: text }).nullish(),
});
type CallDelta = z.infer<typeof CallDelta>;

const Chunk = z.looseObject({
  id: text,
  model: text,
  choices: z.array(
    z.looseObject({
      index: z.int().nullish(),
      delta: z
        .looseObject({
          content: text,
          refusal: text,
          reasoning_content: text,
          tool_calls: z.array(CallDelta).nullish(),
        })
        .nullish(),
      finish_reason: text,
    }),
  ),
  usage: UsageBody.nullish(),
});
const ErrorBody = z.looseObject({ error: z.looseObject({ type: text }) });

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
    throw new InvalidResponse(
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
