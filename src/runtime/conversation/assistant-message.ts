import { z } from "zod";
import type { RefoldError } from "../../errors.js";
import type { Item } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { Usage } from "../../events/slices.js";
import type { ToolDeclaration } from "../../events/thread.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import { google } from "../../projections/providers/google/google.js";
import { openaiChat } from "../../projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type {
  Provider,
  ProviderResponse,
  ResponseItem,
} from "../../projections/providers/provider.js";
import { unsupportedContent } from "../errors.js";
import type { ItemInput } from "../record-item.js";
import { readItem } from "./content-parts.js";

/** A tool that the model calls. */
export interface AssistantCall {
  readonly id: string;
  readonly name: string;
  /** As JSON, or the object that it is of. Default: none. */
  readonly arguments?: string | object;
}

/** What the model said, and which tools it called. */
export interface AssistantMessage {
  readonly text?: string;
  readonly calls?: readonly AssistantCall[];
}

/** A whole answer as a provider's own client gives it back. */
export type ProviderAnswer =
  | { readonly choices: readonly unknown[] } // OpenAI Chat Completions
  | { readonly output: readonly unknown[] } // OpenAI Responses
  | { readonly content: readonly unknown[]; readonly stop_reason: unknown } // Anthropic
  | { readonly candidates?: readonly unknown[] }; // Google

/** An answer of the model: a text, text and calls, items, what `fromResponse` gave, or a client's answer. */
export type AssistantContent =
  | string
  | AssistantMessage
  | Item
  | readonly (Item | ResponseItem)[]
  | ProviderResponse
  | ProviderAnswer;

/** An answer as items, with what it cost; null: nobody said. */
export interface ReadAnswer {
  readonly items: readonly ItemInput[];
  readonly usage: Usage | null;
}

/**
 * Reads an answer of the model, whichever way it is handed in. A provider's counts as it is: it may be
 * empty (a refusal is, mostly), and hold what the provider's own tools gave.
 * @param tools as declared: names and kinds of calls are given back like that
 * @throws {RefoldError} `unsupported-content`: there is nothing in it, or something that no model
 *   makes
 * @throws {RefoldError} `invalid-response`: a client's answer has another form than its API
 *   documents
 */
export function assistantMessage(
  content: AssistantContent,
  tools: readonly ToolDeclaration[],
): ReadAnswer {
  const response = responseOf(content, tools);
  const items = response?.items ?? readItems(content);
  if (response === null && items.length === 0) throw unsupportedContent("there is nothing in it");
  for (const { item, origin } of items) {
    if (origin === "model" || (response !== null && origin === "tool")) continue;
    throw unsupportedContent(`no model makes an item ${item.type}`);
  }
  return { items, usage: response?.usage ?? null };
}

/** Null: it is no provider's answer. */
function responseOf(
  content: AssistantContent,
  tools: readonly ToolDeclaration[],
): Pick<ProviderResponse, "items" | "usage"> | null {
  if (!isJsonObject(content) || isList(content)) return null;
  const reader = readerOf(content);
  if (reader !== null) return reader.fromResponse(content, { tools });
  return isResponse(content) ? content : null;
}

function readItems(content: AssistantContent): readonly ItemInput[] {
  if (typeof content === "string") return textItems(content);
  if (isList(content)) return content.map((each) => readItem(each));
  if (!isJsonObject(content)) throw misspelled(content);
  return "type" in content ? [readItem(content)] : spelledOut(content);
}

/** The provider whose answers look like this; null: nobody's. */
function readerOf(answer: object): Pick<Provider<unknown, unknown>, "fromResponse"> | null {
  if ("choices" in answer) return openaiChat;
  if ("output" in answer && Array.isArray(answer.output)) return openaiResponses;
  if ("stop_reason" in answer) return anthropic;
  return "candidates" in answer ? google : null;
}

const Call = z.object({
  id: z.string().min(1),
  name: z.string(),
  arguments: z.unknown().optional(),
});
const Spelled = z.object({ text: z.string().optional(), calls: z.array(Call).optional() });

function spelledOut(message: object): readonly ItemInput[] {
  const { data } = Spelled.safeParse(message);
  if (data === undefined) throw misspelled(message);
  const { text = "", calls = [] } = data;
  return [...textItems(text), ...calls.map(callItem)];
}

function textItems(text: string): readonly ItemInput[] {
  if (text.trim() === "") return [];
  const content = [{ type: "output_text" as const, text }];
  return [{ item: { type: "message", role: "assistant", content }, origin: "model" }];
}

function callItem({ id, name, arguments: input = {} }: z.infer<typeof Call>): ItemInput {
  const text = typeof input === "string" ? input : jsonText(input);
  return { item: { type: "function_call", call_id: id, name, arguments: text }, origin: "model" };
}

function jsonText(value: unknown): string {
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch {
    text = null; // a number that JSON does not have, or an object within itself
  }
  if (typeof text === "string") return text;
  throw unsupportedContent("the arguments of a call are no JSON");
}

function isList(
  content: AssistantContent,
): content is Extract<AssistantContent, readonly unknown[]> {
  return Array.isArray(content);
}

function isResponse(content: object): content is ProviderResponse {
  const items: unknown = "items" in content && "rawFinish" in content ? content.items : null;
  if (!Array.isArray(items)) return false;
  return items.every((each) => isJsonObject(each) && isJsonObject(each["item"]));
}

function misspelled(content: unknown): RefoldError<"unsupported-content"> {
  const remedy =
    "Give a text, `{ text, calls: [{ id, name, arguments }] }`, items, or what the provider's client gave back.";
  if (content !== null) return unsupportedContent("it is no answer of a model", remedy);
  const whole = "Give all of it: a completion that calls tools has null for its text.";
  return unsupportedContent("it is null and no answer of a model", `${remedy} ${whole}`);
}
