import { invalidArgument } from "../../errors.js";
import { fullToolName, isToolCall } from "../../events/calls.js";
import type { Item } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { Usage } from "../../events/slices.js";
import { callIdOf, callKey, outputKey } from "../../events/pairing.js";
import type { ResponseItem } from "../../projections/providers/provider.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { noSuchCall, unsupportedContent } from "../errors.js";
import type { ItemInput, Recording } from "../record-item.js";
import { outputItem } from "../tools/answer-calls.js";
import { callInputText } from "../tools/tool.js";
import { waitingCalls } from "../waiting-calls.js";
import { type AssistantContent, assistantMessage } from "./assistant-message.js";
import { contentParts, hasContent, type MessageContent, readItem } from "./content-parts.js";

/** What a message adds to a history. */
export interface Addition extends Recording {
  /** True for a user's message: a turn begins with it. */
  readonly begins?: boolean;
  /** True for an answer after which nothing is open: the turn ends with it. */
  readonly ends?: boolean;
}

/** A message by its role, or as an item. A system message is the system prompt: it replaces it. */
export type ConversationMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: MessageContent }
  | { readonly role: "assistant"; readonly content: AssistantContent }
  | ({ readonly role: "tool" } & ToolResultInput)
  | Item
  | ResponseItem;

/** The system prompt that a message replaces; null: it is another message. */
export function systemText(message: unknown): string | null {
  if (!isJsonObject(message) || message["role"] !== "system") return null;
  return typeof message["content"] === "string" ? message["content"] : null;
}

/** @throws {RefoldError} `unsupported-content`, `no-such-call`, `invalid-argument` */
export function messageAddition(message: ConversationMessage, state: ThreadState): Addition {
  const given: unknown = message; // a caller without types may hand in anything
  if (!isJsonObject(given)) {
    throw unsupportedContent("it is no message", "Give `{ role, content }` or an item.");
  }
  if ("type" in message || "item" in message) return itemAddition(readItem(message), state);
  switch (message.role) {
    case "user":
      return userAddition(message.content);
    case "assistant":
      return answerAddition(message.content, state);
    case "tool":
      return resultAddition(message, state);
    default:
      throw unsupportedContent(
        "it is of no role that there is, or its content is not of that role",
        "There are system (a text), user, assistant and tool.",
      );
  }
}

/** What a user says. @throws {RefoldError} `unsupported-content`: nothing, or neither text nor picture */
export function userAddition(content: MessageContent): Addition {
  const parts = contentParts(content);
  if (!hasContent(parts)) throw unsupportedContent("there is nothing in it");
  const item: Item = { type: "message", role: "user", content: [...parts] };
  return { items: [{ item, origin: "user" }], begins: true };
}

/** An answer; its turn ends when nothing waits for a result. */
export function answerAddition(content: AssistantContent, state: ThreadState): Addition {
  const { items, usage } = assistantMessage(content, state.thread?.tools?.tools ?? []);
  return modelAddition(items, state, usage);
}

interface ToolResultInput {
  readonly callId: string;
  readonly content: MessageContent;
  /** The call failed; every provider is told so in its own form. */
  readonly failed?: boolean;
}

/**
 * A tool's result, as the output that its call asks for.
 * @throws {RefoldError} `no-such-call`: no call of that id waits for one
 * @throws {RefoldError} `invalid-argument`: it names no call
 */
export function resultAddition(
  { callId, content, failed = false }: ToolResultInput,
  { ledger }: ThreadState,
): Addition {
  if (typeof callId !== "string") {
    throw invalidArgument(
      "a tool's result names no call",
      "Give `callId`: the `id` of one of `openCalls`.",
    );
  }
  const waiting = waitingCalls(ledger.entries).map(({ item }) => item);
  const call = waiting.find((item) => callIdOf(item) === callId);
  const output = typeof content === "string" ? content : contentParts(content);
  // A search for tools is answered with tools: `addMessage` takes that item.
  if (call !== undefined && isToolCall(call) && call.type !== "tool_search_call") {
    return { items: [{ item: outputItem(call, output), origin: "tool", failed }] };
  }
  throw noSuchCall(callId, idsOf(waiting));
}

function itemAddition(input: ItemInput, state: ThreadState): Addition {
  const { item, origin } = input;
  if (origin === "model") return modelAddition([input], state, null);
  if (origin === "tool") checkAnswers(item, state);
  return { items: [input], ...(origin === "user" && { begins: true }) };
}

function modelAddition(
  items: readonly ItemInput[],
  { ledger }: ThreadState,
  usage: Usage | null,
): Addition {
  const calls = items.some(({ item }) => callKey(item) !== null);
  const isThought = items.length > 0 && items.every(({ item }) => item.type === "reasoning");
  const entries = ledger.entries.toArray();
  const lastUser = entries.findLastIndex(({ origin }) => origin === "user");
  const waiting = waitingCalls(entries.slice(Math.max(0, lastUser)));
  return { items, ends: !calls && !isThought && waiting.length === 0, usage };
}

/** @throws {RefoldError} `no-such-call`: nothing waits for this output */
function checkAnswers(output: Item, { ledger }: ThreadState): void {
  const key = outputKey(output);
  const waiting = waitingCalls(ledger.entries).map(({ item }) => item);
  if (key === null || waiting.some((item) => callKey(item) === key)) return;
  throw noSuchCall(callIdOf(output) ?? "", idsOf(waiting));
}

function idsOf(items: readonly Item[]): readonly string[] {
  return items.flatMap((item) => callIdOf(item) ?? []);
}

/** A call of the model that nothing answers yet, in the same form for every provider. */
export interface OpenCall {
  /** What `addToolResult` takes. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: JSON, or the free text of a custom tool. */
  readonly arguments: string;
}

/** The calls that the caller has to answer, the oldest first. */
export function openCalls(entries: readonly LedgerEntry[]): readonly OpenCall[] {
  return waitingCalls(entries).flatMap(({ item }) => {
    const id = callIdOf(item);
    if (id === null || !isToolCall(item)) return [];
    return [{ id, name: fullToolName(item), arguments: callInputText(item) }];
  });
}
