import { SUMMARY_PREFIX } from "../codex-strings.js";
import {
  isContextualDeveloperText,
  isContextualUserText,
  isMarkedUserText,
} from "./contextual-fragment.js";
import { isNamedInjected } from "./content-kinds.js";
import { readHookPrompt } from "./hook-prompt.js";
import { readInterAgentInstruction } from "./inter-agent.js";
import type { Item, MessageItem, MessagePart } from "./item.js";
import { userMessageText } from "./message-text.js";
import type { Origin } from "./recorded-item.js";

/**
 * Who an item comes from, told from its content: the rules for recorded sessions of others
 * (docs/semantics.md §4). In our own threads nothing is sniffed; an entry's origin says it (§4.1).
 */

export function isUserMessage(item: Item): item is MessageItem {
  return item.type === "message" && item.role === "user";
}

/**
 * A user message of which any part was injected by the session (§4.5), or which says itself that
 * no part is the user's.
 */
export function isContextualUserMessage(item: Item): boolean {
  return isUserMessage(item) && (item.content.some(isContextualUserPart) || isNamedInjected(item));
}

function isContextualUserPart(part: MessagePart): boolean {
  return part.type === "input_text" && isContextualUserText(part.text);
}

/**
 * A user message that is a hook's: only input texts, each a hook prompt or another contextual
 * fragment, at least one a hook prompt (§4.6).
 */
export function isHookPromptItem(item: Item): boolean {
  if (!isUserMessage(item)) return false;
  let hookPrompts = 0;
  for (const part of item.content) {
    if (part.type !== "input_text") return false;
    if (readHookPrompt(part.text) !== null) hookPrompts++;
    else if (!isMarkedUserText(part.text)) return false;
  }
  return hookPrompts > 0;
}

/**
 * What a turn begins with: a user message that is not contextual, or an agent's instruction (§4.7).
 */
export function isUserTurnBoundary(item: Item): boolean {
  if (isUserMessage(item)) return !isContextualUserMessage(item);
  return readInterAgentInstruction(item) !== null;
}

/** A developer message of which any part was injected by the session (§4.9). */
export function isContextualDeveloperMessage(item: Item): boolean {
  return isDeveloperMessage(item) && item.content.some(isContextualDeveloperPart);
}

/** A contextual developer message that has other parts too, images included (§4.9). */
export function isMixedDeveloperMessage(item: Item): boolean {
  return (
    isContextualDeveloperMessage(item) &&
    isDeveloperMessage(item) &&
    !item.content.every(isContextualDeveloperPart)
  );
}

function isDeveloperMessage(item: Item): item is MessageItem {
  return item.type === "message" && item.role === "developer";
}

function isContextualDeveloperPart(part: MessagePart): boolean {
  return part.type === "input_text" && isContextualDeveloperText(part.text);
}

/** A user message that a compaction left: its text starts with the prefix's line (§4.13). */
export function isSummaryMessage(item: Item): boolean {
  return isUserMessage(item) && isSummaryText(userMessageText(item));
}

/** True for a text that starts with the prefix's line; the prefix alone is an ordinary text. */
export function isSummaryText(text: string): boolean {
  return text.startsWith(`${SUMMARY_PREFIX}\n`);
}

/** What the model made; outputs, snapshots, user and developer messages are not (§4.12). */
export function isModelGenerated(item: Item): boolean {
  switch (item.type) {
    case "message":
      return item.role === "assistant";
    case "reasoning":
    case "function_call":
    case "tool_search_call":
    case "web_search_call":
    case "image_generation_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "compaction":
    case "compaction_summary":
      return true;
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
    case "ghost_snapshot":
    case "other":
      return false;
  }
}

export function isToolOutput(item: Item): boolean {
  return (
    item.type === "function_call_output" ||
    item.type === "custom_tool_call_output" ||
    item.type === "tool_search_output"
  );
}

/** Messages of the system and kinds without a meaning never enter the ledger (§6.1). */
export function entersLedger(item: Item): boolean {
  return item.type === "message" ? item.role !== "system" : item.type !== "other";
}

/**
 * The origin of an item in a foreign session, set once by its decoder (docs/semantics.md §4.3).
 *
 * A summary that stands as an item gets the origin `user`: Codex counts it as the boundary of a turn
 * (§4.7), and origin is what says so here. The checkpoint's entry still marks it as its summary.
 */
export function originOf(item: Item): Origin {
  if (isToolOutput(item)) return "tool";
  if (isUserMessage(item)) return isContextualUserMessage(item) ? "runtime" : "user";
  if (readInterAgentInstruction(item) !== null) return "agent";
  return isModelGenerated(item) ? "model" : "runtime";
}
