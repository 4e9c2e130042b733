import { invalidResponse } from "../../errors.js";
import { z } from "zod";
import { isKnownItemType } from "../../../events/calls.js";
import { KnownItem } from "../../../events/item.js";
import { isJsonObject, ownMember } from "../../../events/json.js";
import type { Usage } from "../../../events/slices.js";
import type { ToolDeclaration } from "../../../events/thread.js";
import { declaredTool, PLAIN_NAMES } from "../calls.js";
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
  input_tokens: nullishCount,
  output_tokens: nullishCount,
  total_tokens: nullishCount,
  input_tokens_details: z
    .looseObject({ cached_tokens: nullishCount, cache_write_tokens: nullishCount })
    .nullish(),
  output_tokens_details: z.looseObject({ reasoning_tokens: nullishCount }).nullish(),
});

const OutputItem = z.looseObject({ type: z.string() });
type OutputItem = z.infer<typeof OutputItem>;

const ResponseBody = z.looseObject({
  id: nullishText,
  model: nullishText,
  status: nullishText,
  output: z.array(OutputItem),
  incomplete_details: z.looseObject({ reason: nullishText }).nullish(),
  usage: UsageBody.nullish(),
});
type ResponseBody = z.infer<typeof ResponseBody>;

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
  const { id, model } = response;
  const usage = response.usage ? toUsage(response.usage) : null;
  const rawFinish = response.incomplete_details?.reason ?? response.status;
  return responseOf({ id, model, items, unread, usage, rawFinish }, (reason) =>
    finishReason(reason, { items, refused }),
  );
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
    part.type === "refusal" ? { type: "output_text", text: part.refusal, refusal: true } : part,
  );
  return { ...output, content };
}

function hasRefusal(output: OutputItem): boolean {
  return contentOf(output).some((part) => part.type === "refusal");
}

function contentOf(output: OutputItem): readonly OutputItem[] {
  const content = z.array(OutputItem).safeParse(output.content);
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

const AnyEvent = z.looseObject({ type: z.string() });
const WithResponse = z.looseObject({ response: ResponseBody });
const WithItem = z.looseObject({ output_index: z.int().nonnegative(), item: OutputItem });
const WithDelta = z.looseObject({
  output_index: z.int().nonnegative(),
  content_index: z.int().nonnegative().nullish(),
  summary_index: z.int().nonnegative().nullish(),
  delta: z.string(),
});
const ErrorEvent = z.looseObject({ code: z.string().nullish() });

/** A response under way. Immutable: each event makes the next state. */
export interface ResponsesStream {
  readonly options: ResponseOptions;
  /** The newest whole response that an event carried. */
  readonly response: ResponseBody | null;
  /** By output index, as far as they have come. */
  readonly output: readonly (OutputItem | undefined)[];
}

export function initialResponsesStream(options: ResponseOptions = {}): ResponsesStream {
  return { options, response: null, output: [] };
}

/** Texts that stream into a part of an item, by the event that brings a piece of one. */
const PART_DELTAS: Readonly<Record<string, PartPlace>> = {
  "response.output_text.delta": { list: "content", type: "output_text", field: "text" },
  "response.refusal.delta": { list: "content", type: "refusal", field: "refusal" },
  "response.reasoning_text.delta": { list: "content", type: "reasoning_text", field: "text" },
  "response.reasoning_summary_text.delta": { list: "summary", type: "summary_text", field: "text" },
};

interface PartPlace {
  readonly list: "content" | "summary";
  readonly type: string;
  readonly field: string;
}

/** Events that bring no item and no state of the response change nothing: others repeat them. */
export function foldResponsesStream(state: ResponsesStream, chunk: unknown): ResponsesStream {
  const event = decodeBody(AnyEvent, "openai-responses", chunk);
  switch (event.type) {
    case "response.created":
    case "response.in_progress":
    case "response.queued":
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return { ...state, response: decodeBody(WithResponse, "openai-responses", event).response };
    case "response.output_item.added":
    case "response.output_item.done": {
      const { output_index: index, item } = decodeBody(WithItem, "openai-responses", event);
      return withItem(state, index, item);
    }
    case "response.function_call_arguments.delta":
      return withTextDelta(state, event, "arguments");
    case "response.custom_tool_call_input.delta":
      return withTextDelta(state, event, "input");
    case "error": {
      const { code } = decodeBody(ErrorEvent, "openai-responses", event);
      throw invalidResponse("openai-responses", `the stream reports ${code ?? "an error"}`);
    }
    default: {
      const place = ownMember(PART_DELTAS, event.type);
      return place === undefined ? state : withPartDelta(state, event, place);
    }
  }
}

export function responsesStreamResult(state: ResponsesStream): ProviderResponse {
  const whole = state.response?.output ?? [];
  const output = whole.length > 0 ? whole : state.output.filter((item) => item !== undefined);
  return fromResponsesResponse({ ...state.response, output }, state.options);
}

function withItem(state: ResponsesStream, index: number, item: OutputItem): ResponsesStream {
  const output = state.output.slice();
  output[index] = item;
  return { ...state, output };
}

function withTextDelta(state: ResponsesStream, event: unknown, field: string): ResponsesStream {
  const { output_index: index, delta } = decodeBody(WithDelta, "openai-responses", event);
  const item = itemAt(state, index);
  return withItem(state, index, { ...item, [field]: textOf(item[field]) + delta });
}

function withPartDelta(state: ResponsesStream, event: unknown, place: PartPlace): ResponsesStream {
  const { list, type, field } = place;
  const body = decodeBody(WithDelta, "openai-responses", event);
  const item = itemAt(state, body.output_index);
  const before: unknown = item[list];
  const parts: unknown[] = Array.isArray(before) ? before.slice() : [];
  const at = (list === "content" ? body.content_index : body.summary_index) ?? 0;
  const part = isJsonObject(parts[at]) ? parts[at] : {};
  parts[at] = { ...part, type, [field]: textOf(part[field]) + body.delta };
  return withItem(state, body.output_index, { ...item, [list]: parts });
}

function itemAt(state: ResponsesStream, index: number): OutputItem {
  const item = state.output[index];
  if (item === undefined) throw invalidResponse("openai-responses", "a delta before its item");
  return item;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
