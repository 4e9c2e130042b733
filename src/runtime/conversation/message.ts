import { fullToolName, isToolCall } from "../../events/calls.js";
import type { Item, ToolOutput } from "../../events/item.js";
import type { Usage } from "../../events/slices.js";
import { callIdOf, callKey, outputKey } from "../../events/pairing.js";
import type { ResponseItem } from "../../projections/providers/provider.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { noSuchCall, unsupportedContent } from "../errors.js";
import type { ItemInput, Recording } from "../record-item.js";
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

/** What a message adds to a history.
 * @throws {RefoldError} `unsupported-content`
 * @throws {RefoldError} `no-such-call` */
export function messageAddition(message: ConversationMessage, state: ThreadState): Addition {
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

export function userAddition(content: MessageContent): Addition {
  return { items: [userMessage(content)], begins: true };
}

/** An answer; its turn ends when nothing waits for a result. */
export function answerAddition(content: AssistantContent, state: ThreadState): Addition {
  const { items, usage } = assistantMessage(content, state.thread?.tools?.tools ?? []);
  return modelAddition(items, state, usage);
}

export function resultAddition(result: ToolResultInput, state: ThreadState): Addition {
  return { items: [toolResult(result, state.ledger.entries.toArray())] };
}

function itemAddition(input: ItemInput, state: ThreadState): Addition {
  if (input.origin === "user") return { items: [input], begins: true };
  if (input.origin === "tool") {
    checkAnswers(input.item, state.ledger.entries.toArray());
    return { items: [input] };
  }
  return input.origin === "model" ? modelAddition([input], state, null) : { items: [input] };
}

function modelAddition(
  items: readonly ItemInput[],
  { ledger }: ThreadState,
  usage: Usage | null,
): Addition {
  const calls = items.some(({ item }) => callKey(item) !== null);
  const isThought = items.every(({ item }) => item.type === "reasoning");
  const waiting = waitingCalls(sinceUser(ledger.entries.toArray()));
  return { items, ends: !calls && !isThought && waiting.length === 0, usage };
}

/** @throws {RefoldError} `no-such-call`: nothing waits for this output */
function checkAnswers(output: Item, entries: readonly LedgerEntry[]): void {
  const key = outputKey(output);
  const waiting = waitingCalls(entries);
  if (key === null || waiting.some(({ item }) => callKey(item) === key)) return;
  const id = callIdOf(output) ?? "";
  throw noSuchCall(
    id,
    waiting.flatMap(({ item }) => callIdOf(item) ?? []),
  );
}

function sinceUser(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return entries.slice(
    Math.max(
      0,
      entries.findLastIndex(({ origin }) => origin === "user"),
    ),
  );
}

/** What a user says, as an item. @throws {RefoldError} `unsupported-content`: there is nothing in it, or no text or picture */
function userMessage(content: MessageContent): ItemInput {
  const parts = contentParts(content);
  if (!hasContent(parts)) throw unsupportedContent("there is nothing in it");
  return { item: { type: "message", role: "user", content: [...parts] }, origin: "user" };
}

/** What a tool gave back. */
interface ToolResultInput {
  readonly callId: string;
  readonly content: MessageContent;
  /** The call failed; every provider is told so in its own form. */
  readonly failed?: boolean;
}

/**
 * A tool's result, as the output that its call asks for.
 * @throws {RefoldError} `no-such-call`: no call of that id waits for one
 */
function toolResult(
  { callId, content, failed = false }: ToolResultInput,
  entries: readonly LedgerEntry[],
): ItemInput {
  const waiting = waitingCalls(entries);
  const call = waiting.find((each) => callIdOf(each.item) === callId);
  const output = outputOf(content);
  const item = call === undefined ? null : outputItem(call.item, output);
  if (item !== null) return { item, origin: "tool", failed };
  throw noSuchCall(
    callId,
    waiting.flatMap((each) => callIdOf(each.item) ?? []),
  );
}

function outputItem(call: Item, output: ToolOutput): Item | null {
  const callId = callIdOf(call);
  if (callId === null) return null;
  switch (call.type) {
    case "function_call":
    case "local_shell_call":
      return { type: "function_call_output", call_id: callId, output };
    case "custom_tool_call":
      return { type: "custom_tool_call_output", call_id: callId, output };
    default:
      return null; // a search for tools is answered with tools: `addMessage` takes that item
  }
}

function outputOf(content: MessageContent): ToolOutput {
  return typeof content === "string" ? content : [...contentParts(content)];
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
