import { SUMMARY_PREFIX } from "../codex-strings.js";
import {
  isContextualDeveloperText,
  isContextualUserText,
  isHookPrompt,
  isMarkedUserText,
} from "./contextual-fragment.js";
import type { Item, MessageItem, MessagePart, Origin, OtherItem } from "./item.js";
import { isJsonObject, parseJson } from "./json.js";

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
    if (isHookPrompt(part.text)) hookPrompts++;
    else if (!isMarkedUserText(part.text)) return false;
  }
  return hookPrompts > 0;
}

/** What a turn begins with: a user message that is not contextual, or another agent's (§4.7). */
export function isUserTurnBoundary(item: Item): boolean {
  if (isUserMessage(item)) return !isContextualUserMessage(item);
  return isOfAgent(item);
}

/** A message of another agent, in either of its forms. */
function isOfAgent(item: Item): boolean {
  if (item.type === "other") return item.original.type === AGENT_MESSAGE;
  return isInterAgentInstruction(item);
}

/** A developer message of which any part was injected by the session (§4.9). */
export function isContextualDeveloperMessage(item: Item): boolean {
  return isDeveloperMessage(item) && item.content.some(isContextualDeveloperPart);
}

/** Any developer message, and a contextual user message: what a session tells of its surroundings. */
export function isContextMessage(item: Item): boolean {
  return isDeveloperMessage(item) || isContextualUserMessage(item);
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
  if (item.type === "message") return item.role !== "system";
  return item.type !== "other" || isPassedOn(item.original.type);
}

export const AGENT_MESSAGE = "agent_message";
/** Kinds of later Codex versions that its requests hold as they were recorded (§15.7, §15.8). */
const PASSED_ON: ReadonlySet<string> = new Set(["additional_tools", AGENT_MESSAGE]);

export function isPassedOn(type: string): boolean {
  return PASSED_ON.has(type);
}

/** The texts of an `agent_message`, and those for its unread parts; null: it is another item. */
export function agentMessageTexts({ original }: OtherItem): readonly string[] | null {
  if (original.type !== AGENT_MESSAGE || !Array.isArray(original.content)) return null;
  return original.content.flatMap((part: unknown) => {
    if (!isJsonObject(part)) return [];
    return typeof part.text === "string" ? [part.text] : (unreadPartText(part) ?? []);
  });
}

/**
 * The text that stands for a part that cannot be read: one that is sealed, an image that only the
 * provider has, one of a kind of later versions (`[input_audio]`). Null: it is another part.
 */
export function unreadPartText(part: unknown): string | null {
  if (!isJsonObject(part) || typeof part.type !== "string") return null;
  if (part.type === "encrypted_content") return "[encrypted content]";
  const isFile = part.type === "input_image" && typeof part.file_id === "string";
  return READ_PARTS.has(part.type) && !isFile ? null : `[${part.type}]`;
}

const READ_PARTS: ReadonlySet<string> = new Set(["input_text", "output_text", "input_image"]);

/**
 * The origin of an item in a foreign session, set once by its decoder (docs/semantics.md §4.3).
 *
 * A summary that is an item gets the origin `user`: Codex counts it as the boundary of a turn
 * (§4.7), and origin is what says so here. The checkpoint's entry still marks it as its summary.
 */
export function originOf(item: Item): Origin {
  if (isToolOutput(item)) return "tool";
  if (isUserMessage(item)) return isContextualUserMessage(item) ? "runtime" : "user";
  if (isOfAgent(item)) return "agent";
  return isModelGenerated(item) ? "model" : "runtime";
}

/** Tags that Codex writes around an image, beside the image part itself. */
const IMAGE_OPEN = "<image>";
const NAMED_IMAGE_OPEN = "<image name=";
const IMAGE_CLOSE = "</image>";

/**
 * The text of a user message: its `input_text` parts joined with nothing between, without the tags
 * around images (docs/semantics.md §4.10). It may be empty.
 */
export function userMessageText({ content }: MessageItem): string {
  let text = "";
  content.forEach((part, index) => {
    if (part.type === "input_text" && !isImageTag(content, index, part.text)) text += part.text;
  });
  return text;
}

function isImageTag(content: readonly MessagePart[], index: number, text: string): boolean {
  const opens = text === IMAGE_OPEN || (text.startsWith(NAMED_IMAGE_OPEN) && text.endsWith(">"));
  if (opens && content[index + 1]?.type === "input_image") return true;
  return text === IMAGE_CLOSE && content[index - 1]?.type === "input_image";
}

/**
 * All text of a message: its parts that are texts and not empty, joined with line feeds; null when
 * there is none (docs/semantics.md §4.11).
 */
export function contentText(content: readonly MessagePart[]): string | null {
  const texts = content.flatMap((part) =>
    part.type !== "input_image" && part.text !== "" ? [part.text] : [],
  );
  return texts.length === 0 ? null : texts.join("\n");
}

/** The `output_text` parts of a message joined with nothing between (docs/semantics.md §11.4). */
export function outputText({ content }: MessageItem): string {
  return content.map((part) => (part.type === "output_text" ? part.text : "")).join("");
}

/** Kinds that may stand in for what a user sent. */
const OF_USER: ReadonlySet<unknown> = new Set([
  "",
  "unknown",
  "images.preparation_error",
  "images.unsupported",
  "audio.unsupported",
]);

/**
 * True when a message names the kind of each of its parts, and none of them is the user's. Codex
 * versions later than those of docs/semantics.md §1.2 write it (`content_item_kinds`: `user.text`,
 * `environments.environment_context`, …); where it is absent or does not fit, nothing is told.
 */
function isNamedInjected(message: {
  readonly content: readonly unknown[];
  readonly [member: string]: unknown;
}): boolean {
  const { internal_chat_message_metadata_passthrough: metadata, content } = message;
  const kinds = isJsonObject(metadata) ? metadata["content_item_kinds"] : undefined;
  if (!Array.isArray(kinds) || kinds.length === 0 || kinds.length !== content.length) return false;
  return kinds.every((kind: unknown) => typeof kind === "string" && !isOfUser(kind));
}

function isOfUser(kind: string): boolean {
  return OF_USER.has(kind) || kind.startsWith("user.");
}

/** `/morpheus`, or `/root` and any number of names of a-z, 0-9 and _ that are not "root". */
const AGENT_PATH = /^(?:\/morpheus|\/root(?:\/(?!root(?:\/|$))[a-z0-9_]+)*)$/;
/** What a JSON text that is an object starts with. */
const OBJECT_START = /^[ \t\r\n]*\{/;

/**
 * True for an assistant message whose only part is one agent's instruction to another
 * (docs/semantics.md §4.8).
 */
export function isInterAgentInstruction(item: Item): boolean {
  if (item.type !== "message" || item.role !== "assistant" || item.content.length !== 1) {
    return false;
  }
  const part = item.content[0];
  if (part === undefined || part.type === "input_image") return false;
  return OBJECT_START.test(part.text) && isAgentCommunication(parseJson(part.text));
}

/** What one agent tells another, as Codex writes it: as a text (§4.8), or as a line of its own (§15.13). */
export interface AgentCommunication {
  readonly author: string;
  readonly recipient: string;
  readonly content: string;
  /** Whether it makes the other one start a turn. */
  readonly trigger_turn: boolean;
}

export function isAgentCommunication(value: unknown): value is AgentCommunication {
  if (!isJsonObject(value)) return false;
  const { author, recipient, other_recipients: others = [], content } = value;
  return (
    [author, recipient].every(isAgentPath) &&
    Array.isArray(others) &&
    others.every(isAgentPath) &&
    typeof content === "string" &&
    typeof value.trigger_turn === "boolean"
  );
}

function isAgentPath(value: unknown): boolean {
  return typeof value === "string" && AGENT_PATH.test(value);
}
