import { z } from "zod";
import { isKnownItemType } from "../../../events/calls.js";
import { KnownItem } from "../../../events/item.js";
import { isJsonObject, ownMember } from "../../../events/json.js";
import type { ToolDeclaration } from "../../../events/thread.js";
import { declaredTool, PLAIN_NAMES, wireToolName } from "../calls.js";
import {
  decodeBody,
  invalidResponse,
  nullishCount,
  nullishText,
  type ReadAnswer,
  usageOf,
  withPiece,
} from "../define-provider.js";
import type { ResponseOptions } from "../provider.js";
import { ownName } from "./calls.js";

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

/** A response of `POST /v1/responses`. Its items are the canonical vocabulary already. */
export const ResponseBody = z.looseObject({
  id: nullishText,
  model: nullishText,
  status: nullishText,
  /** Of a stream by index, with holes for items that have not begun. */
  output: z.array(OutputItem.optional()),
  incomplete_details: z.looseObject({ reason: nullishText }).nullish(),
  usage: UsageBody.nullish(),
});
type ResponseBody = z.infer<typeof ResponseBody>;

export function readResponse(response: ResponseBody, { tools = [] }: ResponseOptions): ReadAnswer {
  const items: KnownItem[] = [];
  const unread: string[] = [];
  const outputs = response.output.filter((output) => output !== undefined);
  const isUnderWay = UNDER_WAY.has(response.status ?? "in_progress");
  for (const output of outputs) {
    const item = isKnownItemType(output.type) ? toItem(output, tools, isUnderWay) : null;
    if (item === null) unread.push(output.type);
    else items.push(item);
  }
  const completed = items.some(needsOutput) ? "tool-calls" : "stop";
  const { id, model, usage } = response;
  return {
    ...{ id, model, items, unread },
    usage: usage ? toUsage(usage) : null,
    rawFinish: response.incomplete_details?.reason ?? response.status,
    finishes: {
      completed: outputs.some(hasRefusal) ? "refusal" : completed,
      max_output_tokens: "length",
      content_filter: "refusal",
      failed: "error",
      in_progress: null,
      queued: null,
    },
  };
}

const UNDER_WAY: ReadonlySet<string> = new Set(["in_progress", "queued"]);

/**
 * An item of a known kind; null: it does not have its form yet.
 * @throws {RefoldError} `invalid-response`: the answer has ended, and the item does not have its form
 */
function toItem(
  output: OutputItem,
  tools: readonly ToolDeclaration[],
  isUnderWay: boolean,
): KnownItem | null {
  const result = KnownItem.safeParse(withPicture(withRefusalsAsText(output)));
  if (!result.success) {
    if (isUnderWay) return null;
    throw invalidResponse("openai-responses", `unexpected form of a ${output.type}`);
  }
  const item = result.data;
  if (item.type !== "function_call" && item.type !== "custom_tool_call") return item;
  return withDeclaredName(item, tools);
}

/** A picture that is not made yet, or never was, is null. */
function withPicture(output: OutputItem): OutputItem {
  const isNone = output.type === "image_generation_call" && output["result"] === null;
  return isNone ? { ...output, result: "" } : output;
}

type NamedCall = Extract<KnownItem, { type: "function_call" | "custom_tool_call" }>;

/** A tool of a namespace is called by its own name there. */
function withDeclaredName(item: NamedCall, tools: readonly ToolDeclaration[]): NamedCall {
  const space = item.namespace ?? "";
  if (space === "") {
    return { ...item, name: declaredTool(item.name, tools, PLAIN_NAMES)?.name ?? item.name };
  }
  for (const tool of tools) {
    const [namespace, name] = [tool.namespace?.name ?? "", ownName(tool)];
    const isCalled = wireToolName(namespace, PLAIN_NAMES) === space;
    if (isCalled && wireToolName(name, PLAIN_NAMES) === item.name) {
      return { ...item, name, namespace };
    }
  }
  return item;
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

function toUsage(usage: z.infer<typeof UsageBody>) {
  return usageOf({
    input: usage.input_tokens,
    cachedInput: usage.input_tokens_details?.cached_tokens,
    cacheWrite: usage.input_tokens_details?.cache_write_tokens,
    output: usage.output_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens,
    total: usage.total_tokens,
  });
}

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
export function foldResponseEvent(before: ResponseBody, chunk: unknown): ResponseBody {
  const event = decodeBody(AnyEvent, "openai-responses", chunk);
  switch (event.type) {
    case "response.created":
    case "response.in_progress":
    case "response.queued":
    case "response.completed":
    case "response.incomplete":
    case "response.failed": {
      const { response } = decodeBody(WithResponse, "openai-responses", event);
      return response.output.length > 0 ? response : { ...response, output: before.output };
    }
    case "response.output_item.added":
    case "response.output_item.done": {
      const { output_index: index, item } = decodeBody(WithItem, "openai-responses", event);
      return withItem(before, index, item);
    }
    case "response.function_call_arguments.delta":
      return withTextDelta(before, event, "arguments");
    case "response.custom_tool_call_input.delta":
      return withTextDelta(before, event, "input");
    case "error": {
      const { code } = decodeBody(ErrorEvent, "openai-responses", event);
      throw invalidResponse("openai-responses", `the stream reports ${code ?? "an error"}`);
    }
    default: {
      const place = ownMember(PART_DELTAS, event.type);
      return place === undefined ? before : withPartDelta(before, event, place);
    }
  }
}

function withItem(response: ResponseBody, index: number, item: OutputItem): ResponseBody {
  const output = response.output.slice();
  output[index] = item;
  return { ...response, output };
}

function withTextDelta(response: ResponseBody, event: unknown, field: string): ResponseBody {
  const { output_index: index, delta } = decodeBody(WithDelta, "openai-responses", event);
  const item = itemAt(response, index);
  return withItem(response, index, { ...item, [field]: withPiece(item[field], delta) });
}

function withPartDelta(response: ResponseBody, event: unknown, place: PartPlace): ResponseBody {
  const { list, type, field } = place;
  const body = decodeBody(WithDelta, "openai-responses", event);
  const item = itemAt(response, body.output_index);
  const before: unknown = item[list];
  const parts: unknown[] = Array.isArray(before) ? before.slice() : [];
  const at = (list === "content" ? body.content_index : body.summary_index) ?? 0;
  const part = isJsonObject(parts[at]) ? parts[at] : {};
  parts[at] = { ...part, type, [field]: withPiece(part[field], body.delta) };
  return withItem(response, body.output_index, { ...item, [list]: parts });
}

function itemAt(response: ResponseBody, index: number): OutputItem {
  const item = response.output[index];
  if (item === undefined) throw invalidResponse("openai-responses", "a delta before its item");
  return item;
}
