import type { Item } from "../../events/item.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { callKey, outputKey } from "../../projections/prompt/pairing.js";
import type { ResponseItem } from "../../projections/providers/provider.js";
import type { Usage } from "../../events/slices.js";
import type { ItemInput } from "../record-item.js";
import { assistantMessage, type AssistantContent } from "./assistant-message.js";
import type { MessageContent } from "./content-parts.js";
import type { Addition } from "./conversation-driver.js";
import { noSuchCall } from "./no-such-call.js";
import { readItem } from "./read-item.js";
import { waitingCalls } from "../waiting-calls.js";
import { callIdOf, toolResult, type ToolResultInput } from "./tool-result.js";
import { UnsupportedContent } from "./unsupported-content.js";
import { userMessage } from "./user-message.js";

/** A message by its role, or as an item. A system message is the system prompt: it replaces it. */
export type ConversationMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: MessageContent }
  | { readonly role: "assistant"; readonly content: AssistantContent }
  | ({ readonly role: "tool" } & ToolResultInput)
  | Item
  | ResponseItem;

/** What a message adds to a history. @throws {UnsupportedContent} @throws {NoSuchCall} */
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
      throw new UnsupportedContent(
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

/** @throws {NoSuchCall} nothing waits for this output */
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
