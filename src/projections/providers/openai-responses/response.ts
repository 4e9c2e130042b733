import { invalidResponse } from "../../errors.js";
import { z } from "zod";
import { isKnownItemType } from "../../../events/calls.js";
import { KnownItem } from "../../../events/item.js";
import type { Usage } from "../../../events/slices.js";
import type { ToolDeclaration } from "../../../events/thread.js";
import { declaredTool, PLAIN_NAMES } from "../calls.js";
import {
  decodeBody,
  type FinishReason,
  type ProviderResponse,
  type ResponseOptions,
} from "../provider.js";

const text = z.string().nullish();
const count = z.number().nonnegative().nullish();

const UsageBody = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_details: z
    .looseObject({ cached_tokens: count, cache_write_tokens: count })
    .nullish(),
  output_tokens_details: z.looseObject({ reasoning_tokens: count }).nullish(),
});

export const OutputItem = z.looseObject({ type: z.string() });
export type OutputItem = z.infer<typeof OutputItem>;

export const ResponseBody = z.looseObject({
  id: text,
  model: text,
  status: text,
  output: z.array(OutputItem),
  incomplete_details: z.looseObject({ reason: text }).nullish(),
  usage: UsageBody.nullish(),
});
export type ResponseBody = z.infer<typeof ResponseBody>;

/** A response of `POST /v1/responses`. Its items are the canonical vocabulary already. */
export function fromResponsesResponse(
  body: unknown,
  options: ResponseOptions = {},
): ProviderResponse {
  const response = decodeBody(ResponseBody, "openai-responses", body);
  const items: KnownItem[] = [];
  const unread: string[] = [];
  for (const output of response.output) {
    const item = toItem(output, options.tools ?? []);
    if (item === null) unread.push(output.type);
    else items.push(item);
  }
  const refused = response.output.some(hasRefusal);
  const rawFinish = response.incomplete_details?.reason ?? response.status ?? null;
  return {
    id: response.id ?? null,
    model: response.model ?? null,
    items: items.map((item) => ({
      item,
      origin: item.type.endsWith("_output") ? ("tool" as const) : ("model" as const),
    })),
    usage: response.usage ? toUsage(response.usage) : null,
    finish: rawFinish === null ? null : finishReason(rawFinish, { items, refused }),
    rawFinish,
    unread,
  };
}

/** @throws {RefoldError} `invalid-response`: an item of a known kind does not have its form */
function toItem(output: OutputItem, tools: readonly ToolDeclaration[]): KnownItem | null {
  if (!isKnownItemType(output.type)) return null;
  const result = KnownItem.safeParse(withRefusalsAsText(output));
  if (!result.success) {
    throw invalidResponse("openai-responses", `unexpected form of a ${output.type}`);
  }
  const item = result.data;
  if (item.type !== "function_call" && item.type !== "custom_tool_call") return item;
  const name = declaredTool(item.name, tools, PLAIN_NAMES)?.name;
  return name === undefined || name === item.name ? item : { ...item, name };
}

/** A refusal is what the model said: a text, marked. */
function withRefusalsAsText(output: OutputItem): OutputItem {
  if (!hasRefusal(output)) return output;
  const content = contentOf(output).map((part) =>
    part.type === "refusal" ? { type: "output_text", text: part["refusal"], refusal: true } : part,
  );
  return { ...output, content };
}

function hasRefusal(output: OutputItem): boolean {
  return contentOf(output).some((part) => part.type === "refusal");
}

function contentOf(output: OutputItem): readonly OutputItem[] {
  const content = z.array(OutputItem).safeParse(output["content"]);
  return output.type === "message" && content.success ? content.data : [];
}

function toUsage(usage: z.infer<typeof UsageBody>): Usage {
  const input = usage.input_tokens ?? 0;
  const output = usage.output_tokens ?? 0;
  return {
    input,
    cachedInput: usage.input_tokens_details?.cached_tokens ?? 0,
    cacheWrite: usage.input_tokens_details?.cache_write_tokens ?? 0,
    output,
    reasoning: usage.output_tokens_details?.reasoning_tokens ?? 0,
    total: usage.total_tokens ?? input + output,
  };
}

function finishReason(
  reason: string,
  { items, refused }: { readonly items: readonly KnownItem[]; readonly refused: boolean },
): FinishReason | null {
  switch (reason) {
    case "completed":
      if (refused) return "refusal";
      return items.some(needsOutput) ? "tool-calls" : "stop";
    case "max_output_tokens":
      return "length";
    case "content_filter":
      return "refusal";
    case "failed":
      return "error";
    case "in_progress":
    case "queued":
      return null;
    default:
      return "other";
  }
}

/** True for a call that the client has to answer. */
function needsOutput(item: KnownItem): boolean {
  if (item.type === "tool_search_call") return item.execution !== "server";
  return (
    item.type === "function_call" ||
    item.type === "custom_tool_call" ||
    item.type === "local_shell_call"
  );
}
