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
import { type ForeignHole, PARSED } from "../shared/foreign-form.js";
import { blockType } from "../shared/json-members.js";
import {
  base64Image,
  below,
  messageOf,
  type ReadItem,
  type ReadPart,
  recordRead,
} from "../shared/read-items.js";
import type { MessageLine } from "./read-line.js";

/** What the content of a message says. */
export interface ReadBlocks {
  readonly items: readonly ReadItem[];
  /** Types of blocks that have no meaning here; they are kept with their line. */
  readonly unread: readonly string[];
}

const CONTENT = ["message", "content"];

/** Items of a message's content, in order: a text, or a list of blocks. */
export function readBlocks(role: "user" | "assistant", content: unknown): ReadBlocks {
  if (typeof content === "string") {
    const message = messageOf(role, [
      { part: textPart(role, content), holes: [[CONTENT, ["text"]]] },
    ]);
    return { items: [message], unread: [] };
  }
  const items: ReadItem[] = [];
  const unread: string[] = [];
  let parts: ReadPart<MessagePart>[] = [];
  const endMessage = (): void => {
    if (parts.length > 0) items.push(messageOf(role, parts));
    parts = [];
  };
  for (const [index, block] of (Array.isArray(content) ? content : []).entries()) {
    const path = [...CONTENT, String(index)];
    const part = readPart(role, block);
    if (part !== null) {
      if (role === "assistant") endMessage(); // each of a model's texts is an item of its own
      parts.push({ part: part.part, holes: below(path, part.holes) });
      continue;
    }
    const item = readItem(block);
    if (item === null) {
      unread.push(blockType(block));
      continue;
    }
    endMessage();
    items.push({ ...item, holes: below(path, item.holes) });
    unread.push(...item.unread);
  }
  endMessage();
  return { items, unread };
}

function textPart(role: "user" | "assistant", text: string): MessagePart {
  return role === "user" ? { type: "input_text", text } : { type: "output_text", text };
}

/** A block that is part of a message. */
function readPart(role: "user" | "assistant", block: unknown): ReadPart<MessagePart> | null {
  if (!isJsonObject(block)) return null;
  if (block.type === "text" && typeof block.text === "string") {
    return { part: textPart(role, block.text), holes: [[["text"], ["text"]]] };
  }
  return block.type === "image" ? readImage(block) : null;
}

/** A block that is an item by itself. */
function readItem(block: unknown): (ReadItem & { readonly unread: readonly string[] }) | null {
  if (!isJsonObject(block)) return null;
  switch (block.type) {
    case "thinking":
      return readThinking(block);
    case "redacted_thinking": {
      if (typeof block.data !== "string") return null;
      return whole({ ...emptyThought(), redacted: block.data }, [[["data"], ["redacted"]]]);
    }
    case "tool_use": {
      const { id, name, input } = block;
      if (typeof id !== "string" || typeof name !== "string") return null;
      const text = JSON.stringify(input ?? {});
      return whole({ type: "function_call", name, arguments: text, call_id: id }, [
        ...(input === undefined ? [] : [[["input"], ["arguments", PARSED]] as const]),
      ]);
    }
    case "tool_result":
      return readToolResult(block);
    default:
      return null;
  }
}

function readThinking({ thinking, signature }: JsonObject): ReturnType<typeof readItem> {
  if (typeof thinking !== "string") return null;
  const content = [{ type: "reasoning_text" as const, text: thinking }];
  const item = { ...emptyThought(), content };
  const hole: ForeignHole = [["thinking"], ["content", "0", "text"]];
  if (typeof signature !== "string") return whole(item, [hole]);
  return whole({ ...item, signature }, [hole, [["signature"], ["signature"]]]);
}

/** What only Anthropic takes back (src/projections/providers/request-context.ts). */
function emptyThought(): ReasoningItem {
  return { type: "reasoning", summary: [], provider: "anthropic" };
}

function whole(item: KnownItem, holes: readonly ForeignHole[]): ReturnType<typeof readItem> {
  return { item, failed: false, holes, unread: [] };
}

/** An image block. @returns null when its source is neither bytes nor a URL */
function readImage({ source }: JsonObject): ReadPart<InputImage> | null {
  if (!isJsonObject(source)) return null;
  const { type, media_type: mediaType, data, url } = source;
  if (type === "base64") return base64Image(mediaType, data, ["source", "data"]);
  if (type !== "url" || typeof url !== "string") return null;
  return {
    part: { type: "input_image", image_url: url },
    holes: [[["source", "url"], ["image_url"]]],
  };
}

/** What a `tool_result` block says. */
interface ReadToolResult {
  readonly item: KnownItem;
  readonly failed: boolean;
  /** Paths start at the block, and at the item. */
  readonly holes: readonly ForeignHole[];
  /** Types of blocks inside that have no meaning here. */
  readonly unread: readonly string[];
}

/** A tool's output: a text, or a list of texts and images. @returns null when it names no call */
function readToolResult(block: JsonObject): ReadToolResult | null {
  const { tool_use_id: callId, content } = block;
  if (typeof callId !== "string") return null;
  const failed = block.is_error === true;
  const output = (value: string | OutputPart[]): KnownItem => {
    return { type: "function_call_output", call_id: callId, output: value };
  };
  if (typeof content === "string") {
    return { item: output(content), failed, holes: [[["content"], ["output"]]], unread: [] };
  }
  if (!Array.isArray(content)) return { item: output(""), failed, holes: [], unread: [] };
  const parts: OutputPart[] = [];
  const holes: ForeignHole[] = [];
  const unread: string[] = [];
  for (const [index, inner] of content.entries()) {
    const read = readOutputPart(inner);
    if (read === null) {
      unread.push(blockType(inner));
      continue;
    }
    const place = ["output", String(parts.length)];
    holes.push(
      ...read.holes.map(([inPart, path]): ForeignHole => [
        ["content", String(index), ...inPart],
        [...place, ...path],
      ]),
    );
    parts.push(read.part);
  }
  return { item: output(parts), failed, holes, unread };
}

function readOutputPart(block: unknown): ReadPart<OutputPart> | null {
  if (!isJsonObject(block)) return null;
  if (block.type === "text" && typeof block.text === "string") {
    return { part: { type: "input_text", text: block.text }, holes: [[["text"], ["text"]]] };
  }
  if (block.type === "tool_reference" && typeof block.tool_name === "string") {
    const part: OutputPart = { type: "input_text", text: block.tool_name }; // a tool that was found
    return { part, holes: [[["tool_name"], ["text"]]] };
  }
  return block.type === "image" ? readImage(block) : null;
}

/** How an item of a line is recorded. */
export interface ItemOptions extends RecordingOptions {
  /** True in a sub-agent's own file: who asks there is another agent. */
  readonly isSubThread: boolean;
}

/** An item of a line, as it enters the ledger. */
export function recordLineItem(
  read: ReadItem,
  line: MessageLine,
  options: ItemOptions,
): RecordedItem {
  return recordRead(read, (item) => originOf(item, line, options), options);
}

function originOf(item: KnownItem, line: MessageLine, { isSubThread }: ItemOptions): Origin {
  if (line.role === "assistant") return "model";
  if (item.type !== "message") return "tool";
  if (line.isMeta || line.isSummary) return "runtime";
  const origin = userOrigin(item);
  return origin === "user" && isSubThread ? "agent" : origin;
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

/** Who an item of a user line comes from, when the line is not marked as Claude Code's own. */
function userOrigin(item: KnownItem): Origin {
  if (item.type !== "message") return "tool";
  return item.content.some(isUsers) || item.content.length === 0 ? "user" : "runtime";
}

function isUsers(part: MessagePart): boolean {
  return part.type !== "input_text" || !RUNTIME_TEXTS.some((pattern) => pattern.test(part.text));
}
