import { invalidResponse } from "../../errors.js";
import { z } from "zod";
import { decodeBody, type ProviderResponse, type ResponseOptions } from "../provider.js";
import { isRecord } from "../request-context.js";
import {
  fromResponsesResponse,
  type OutputItem,
  OutputItem as OutputItemSchema,
  ResponseBody,
} from "./response.js";

const AnyEvent = z.looseObject({ type: z.string() });
const WithResponse = z.looseObject({ response: ResponseBody });
const WithItem = z.looseObject({ output_index: z.int().nonnegative(), item: OutputItemSchema });
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

/** Events that bring no item and no state of the response are passed over: others repeat them. */
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
    case "response.output_text.delta":
      return withPartDelta(state, event, { list: "content", type: "output_text", field: "text" });
    case "response.refusal.delta":
      return withPartDelta(state, event, { list: "content", type: "refusal", field: "refusal" });
    case "response.reasoning_text.delta":
      return withPartDelta(state, event, {
        list: "content",
        type: "reasoning_text",
        field: "text",
      });
    case "response.reasoning_summary_text.delta":
      return withPartDelta(state, event, { list: "summary", type: "summary_text", field: "text" });
    case "response.function_call_arguments.delta":
      return withTextDelta(state, event, "arguments");
    case "response.custom_tool_call_input.delta":
      return withTextDelta(state, event, "input");
    case "error": {
      const { code } = decodeBody(ErrorEvent, "openai-responses", event);
      throw invalidResponse("openai-responses", `the stream reports ${code ?? "an error"}`);
    }
    default:
      return state;
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

function withPartDelta(
  state: ResponsesStream,
  event: unknown,
  place: { readonly list: "content" | "summary"; readonly type: string; readonly field: string },
): ResponsesStream {
  const body = decodeBody(WithDelta, "openai-responses", event);
  const item = itemAt(state, body.output_index);
  const before: unknown = item[place.list];
  const parts: unknown[] = Array.isArray(before) ? before.slice() : [];
  const at = (place.list === "content" ? body.content_index : body.summary_index) ?? 0;
  const part = isRecord(parts[at]) ? parts[at] : { type: place.type };
  parts[at] = { ...part, type: place.type, [place.field]: textOf(part[place.field]) + body.delta };
  return withItem(state, body.output_index, { ...item, [place.list]: parts });
}

function itemAt(state: ResponsesStream, index: number): OutputItem {
  const item = state.output[index];
  if (item === undefined) throw invalidResponse("openai-responses", "a delta before its item");
  return item;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
