import type {
  InputImage,
  KnownItem,
  MessagePart,
  Origin,
  OutputPart,
  ReasoningItem,
  RecordedItem,
} from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { RecordingOptions } from "../shared/evidence.js";
import { Path } from "../shared/foreign-form.js";
import { added, textAt } from "../shared/json.js";
import {
  base64Image,
  callOf,
  inputText,
  messageOf,
  NO_ITEMS,
  outputOf,
  outputText,
  type ReadContent,
  type ReadItem,
  readList,
  type ReadPart,
  recordRead,
} from "../shared/read-items.js";

type Role = Speaker["role"];

/** Who says a line. */
export interface Speaker {
  readonly role: "user" | "assistant";
  /** Claude Code wrote it for the model, whoever it is shown as. */
  readonly isMeta: boolean;
  readonly isSummary: boolean;
}

const CONTENT = Path.of("message", "content");
/** In an item. */
const IMAGE_URL = Path.of("image_url");
const REDACTED = Path.of("redacted");
const THOUGHT = Path.of("content", "0", "text");
const SIGNATURE = Path.of("signature");
const OUTPUT = Path.of("output");

/** Items of a message's content, in order: a text, or a list of blocks. */
export function readBlocks(role: Role, content: unknown, path: Path = CONTENT): ReadContent {
  if (typeof content === "string") {
    return { items: [messageOf(role, [textPart(role, content, path)])], unread: [] };
  }
  const unread: string[] = [];
  let items: ReadItem[] | null = null;
  let parts: ReadPart<MessagePart>[] | null = null; // of the user's message that goes on
  const read = (block: JsonObject, at: Path): ReadPart<MessagePart> | ReadItem | null =>
    readPart(role, block, at) ?? readItem(block, at, unread);
  for (const block of readList(content, { path, unread }, read)) {
    if (role === "user" && "part" in block) {
      parts = added(parts, block);
      continue;
    }
    if (parts !== null) items = added(items, messageOf(role, parts));
    parts = null;
    items = added(items, "part" in block ? messageOf(role, [block]) : block); // each text of the model's
  }
  if (parts !== null) items = added(items, messageOf(role, parts));
  return { items: items ?? NO_ITEMS.items, unread };
}

/** Texts and images alone. @param place as in `readList` */
export function readParts(
  content: unknown,
  place: { readonly path: Path; readonly unread: string[] },
): readonly ReadPart<MessagePart>[] {
  if (typeof content === "string") return [inputText(content, place.path)];
  return readList(content, place, (block, path) => readPart("user", block, path));
}

function textPart(role: Role, text: string, path: Path): ReadPart<MessagePart> {
  return role === "user" ? inputText(text, path) : outputText(text, path);
}

/** A block that is part of a message. */
function readPart(role: Role, block: JsonObject, path: Path): ReadPart<MessagePart> | null {
  if (block.type === "text" && typeof block.text === "string") {
    return textPart(role, block.text, path.at("text"));
  }
  return block.type === "image" ? readImage(block, path) : null;
}

/** @returns null if the image's source is neither bytes nor a URL */
function readImage({ source }: JsonObject, path: Path): ReadPart<InputImage> | null {
  if (!isJsonObject(source)) return null;
  const { type, media_type: mediaType, data, url } = source;
  if (type === "base64") return base64Image(mediaType, data, path.at("source").at("data"));
  if (type !== "url" || typeof url !== "string") return null;
  return {
    part: { type: "input_image", image_url: url },
    holes: [path.at("source").at("url").into(IMAGE_URL)],
  };
}

/** A block that is an item by itself. @param unread takes the types of blocks inside */
function readItem(block: JsonObject, path: Path, unread: string[]): ReadItem | null {
  switch (block.type) {
    case "thinking":
      return readThinking(block, path);
    case "redacted_thinking": {
      if (typeof block.data !== "string") return null;
      const item = emptyThought();
      item["redacted"] = block.data;
      return { item, holes: [path.at("data").into(REDACTED)] };
    }
    case "tool_use": {
      const { id, name, input } = block;
      return callOf({ id, name, input }, path.at("input"));
    }
    case "tool_result":
      return readToolResult(block, path.at("content"), unread);
    default:
      return null;
  }
}

function readThinking(block: JsonObject, path: Path): ReadItem | null {
  const [text, signature] = [textAt(block, "thinking"), textAt(block, "signature")];
  if (text === null) return null;
  const item = emptyThought();
  item.content = [{ type: "reasoning_text", text }];
  const hole = path.at("thinking").into(THOUGHT);
  if (signature === null) return { item, holes: [hole] };
  item["signature"] = signature;
  return { item, holes: [hole, path.at("signature").into(SIGNATURE)] };
}

/** What only Anthropic takes back (src/projections/providers/recorded-fields.ts). */
function emptyThought(): ReasoningItem {
  return { type: "reasoning", summary: [], provider: "anthropic" };
}

/** A tool's output: a text, or a list of texts and images. @returns null if it names no call */
function readToolResult(block: JsonObject, path: Path, unread: string[]): ReadItem | null {
  const { tool_use_id: callId, content } = block;
  if (typeof callId !== "string") return null;
  const failed = block.is_error === true;
  if (typeof content === "string") {
    return outputOf(callId, content, { failed, holes: [path.into(OUTPUT)] });
  }
  const parts = readList(content, { path, unread }, readOutputPart);
  return outputOf(callId, Array.isArray(content) ? parts : "", { failed });
}

function readOutputPart(block: JsonObject, path: Path): ReadPart<OutputPart> | null {
  if (block.type === "text" && typeof block.text === "string") {
    return inputText(block.text, path.at("text"));
  }
  if (block.type === "tool_reference" && typeof block.tool_name === "string") {
    return inputText(block.tool_name, path.at("tool_name")); // a tool that was found
  }
  return block.type === "image" ? readImage(block, path) : null;
}

/** How an item of a line is recorded. */
export interface ItemOptions extends RecordingOptions {
  /** True in a sub-agent's own file: who asks there is another agent. */
  readonly isSubThread: boolean;
}

/** An item of a line, as it enters the ledger. */
export function recordLineItem(read: ReadItem, line: Speaker, options: ItemOptions): RecordedItem {
  return recordRead(read, (item) => originOf(item, line, options), options);
}

function originOf(item: KnownItem, line: Speaker, { isSubThread }: ItemOptions): Origin {
  if (line.role === "assistant") return "model";
  if (item.type !== "message") return "tool";
  if (line.isMeta || line.isSummary) return "runtime";
  if (item.content.length > 0 && !item.content.some(isUsers)) return "runtime";
  return isSubThread ? "agent" : "user";
}

/**
 * What Claude Code writes as the user's message though the user did not write it: outputs and
 * commands of its own, reminders, and the note that the user interrupted. A prompt's slash command
 * begins with `<command-message>` and begins a turn; one that Claude Code runs itself begins with
 * `<command-name>`.
 */
const RUNTIME_TEXTS: readonly RegExp[] = [
  /^\s*<command-name>/,
  /^\s*<local-command-(?:stdout|stderr|caveat)>/,
  /^\s*<bash-(?:input|stdout|stderr)>/,
  /^\s*<(?:user-memory-input|task-notification|ide_opened_file|ide_selection)>/,
  /^\s*<system-reminder>[^]*<\/system-reminder>\s*$/,
  /^\[Request interrupted by user(?: for tool use)?\]$/,
];

/** A goal that the user sets is a prompt. Other arguments end or show one. */
const GOAL =
  /^\s*<command-name>\/goal<[^]*<command-args>\s*(?!(?:clear|stop|off|reset|none|cancel)?\s*<\/)/;

function isUsers(part: MessagePart): boolean {
  if (part.type !== "input_text" || GOAL.test(part.text)) return true;
  return !RUNTIME_TEXTS.some((pattern) => pattern.test(part.text));
}
