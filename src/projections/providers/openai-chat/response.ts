import { z } from "zod";
import type { Item } from "../../../events/item.js";
import type { Usage } from "../../../events/slices.js";
import { decodeBody } from "../decode-body.js";
import type { FinishReason, ProviderResponse, ResponseOptions } from "../provider.js";
import { declaredTool, itemOfCall, PLAIN_NAMES } from "../tool-names.js";

const text = z.string().nullish();
const count = z.number().nonnegative().nullish();

export const UsageBody = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z
    .looseObject({ cached_tokens: count, cache_write_tokens: count })
    .nullish(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: count }).nullish(),
});
export type UsageBody = z.infer<typeof UsageBody>;

export const ToolCallBody = z.looseObject({
  id: z.string(),
  type: text,
  function: z.looseObject({ name: z.string(), arguments: z.string() }).nullish(),
  custom: z.looseObject({ name: z.string(), input: z.string() }).nullish(),
});
export type ToolCallBody = z.infer<typeof ToolCallBody>;

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
