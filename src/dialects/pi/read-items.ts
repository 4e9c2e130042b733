import type { KnownItem, Origin, ReasoningItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { type ForeignHole, PARSED } from "../shared/foreign-form.js";
import { blockType, textAt } from "../shared/json-members.js";
import { below, messageOf, partHoles, type ReadItem } from "../shared/read-items.js";
import {
  blocksOf,
  BRANCH_FRAME,
  COMPACTION_FRAME,
  framed,
  readBashExecution,
  readContent,
  type ReadItems,
} from "./read-content.js";

const NOTHING: ReadItems = { items: [], unread: [] };

/** The items of an entry of any kind, in order; also of one that shows nothing. */
export function readItems(entry: JsonObject): ReadItems {
  switch (entry.type) {
    case "message":
      return isJsonObject(entry.message) ? readMessage(entry.message) : NOTHING;
    case "custom_message":
      return shownMessage(entry.content, ["content"]);
    case "branch_summary": {
      const summary = textAt(entry, "summary") ?? "";
      return summary === "" ? NOTHING : framedMessage(BRANCH_FRAME, ["summary"], summary);
    }
    default:
      return NOTHING;
  }
}

/** Who an item comes from: commands that the user ran and texts of extensions begin no turn. */
export function originOf({ type }: KnownItem, role: unknown): Origin {
  if (role === "assistant") return "model";
  if (type !== "message") return "tool";
  return role === "user" ? "user" : "runtime";
}

function readMessage(message: JsonObject): ReadItems {
  switch (message.role) {
    case "user":
    case "custom":
    case "hookMessage": // what version 2 called a custom message
      return shownMessage(message.content, ["message", "content"]);
    case "assistant":
      return readAnswer(message);
    case "toolResult":
      return readToolResult(message);
    case "bashExecution":
      return message.excludeFromContext === true ? NOTHING : readBashExecution(message);
    case "branchSummary":
      return framedMessage(BRANCH_FRAME, SUMMARY_PATH, textAt(message, "summary") ?? "");
    case "compactionSummary":
      return framedMessage(COMPACTION_FRAME, SUMMARY_PATH, textAt(message, "summary") ?? "");
    default:
      return NOTHING;
  }
}

const SUMMARY_PATH = ["message", "summary"];

/** A content that the model is shown as the user's. */
function shownMessage(content: unknown, path: readonly string[]): ReadItems {
  const { parts, unread } = readContent(content, path);
  return { items: parts.length === 0 ? [] : [messageOf("user", parts)], unread };
}

function framedMessage(
  frame: typeof COMPACTION_FRAME,
  path: readonly string[],
  summary: string,
): ReadItems {
  return { items: [messageOf("user", [framed(frame, path, summary).part])], unread: [] };
}

function readToolResult(message: JsonObject): ReadItems {
  const callId = textAt(message, "toolCallId");
  if (callId === null) return NOTHING;
  const { content, isError } = message;
  const failed = isError === true;
  const { parts, unread } = readContent(content, ["message", "content"]);
  const item: KnownItem = {
    type: "function_call_output",
    call_id: callId,
    output: parts.map(({ part }) => part),
  };
  return { items: [{ item, failed, holes: partHoles("output", parts) }], unread };
}

const CONTENT = ["message", "content"];

/** The items of a model's answer: each of its blocks is one. */
function readAnswer({ content, api }: JsonObject): ReadItems {
  if (typeof content === "string") {
    const part = { type: "output_text" as const, text: content };
    const message = messageOf("assistant", [{ part, holes: [[CONTENT, ["text"]]] }]);
    return { items: [message], unread: [] };
  }
  const items: ReadItem[] = [];
  const unread: string[] = [];
  for (const [index, block] of blocksOf(content).entries()) {
    const read = isJsonObject(block) ? readBlock(block, apiFamily(api)) : null;
    if (read === null) unread.push(blockType(block));
    else items.push({ ...read, holes: below([...CONTENT, String(index)], read.holes) });
  }
  return { items, unread };
}

/** Who takes a thought back (src/projections/providers/request-context.ts). */
type ApiFamily = "anthropic" | "openai" | "google" | "openai-chat" | "unknown";

function apiFamily(api: unknown): ApiFamily {
  if (typeof api !== "string") return "unknown";
  if (api === "anthropic-messages") return "anthropic";
  if (api.endsWith("-responses")) return "openai";
  if (api.startsWith("google-")) return "google";
  return api === "openai-completions" ? "openai-chat" : "unknown";
}

function readBlock(block: JsonObject, family: ApiFamily): ReadItem | null {
  switch (block.type) {
    case "text":
      return readText(block, family);
    case "thinking":
      return readThinking(block, family);
    case "toolCall":
      return readToolCall(block);
    default:
      return null;
  }
}

function readText(block: JsonObject, family: ApiFamily): ReadItem | null {
  const text = textAt(block, "text");
  if (text === null) return null;
  const signature = family === "google" ? textAt(block, "textSignature") : null;
  const part = { type: "output_text" as const, text };
  if (signature === null) return messageOf("assistant", [{ part, holes: [[["text"], ["text"]]] }]);
  const signed = { ...part, thoughtSignature: signature };
  const holes: ForeignHole[] = [
    [["text"], ["text"]],
    [["textSignature"], ["thoughtSignature"]],
  ];
  return messageOf("assistant", [{ part: signed, holes }]);
}

function readToolCall(block: JsonObject): ReadItem | null {
  const { arguments: input, thoughtSignature } = block;
  const [id, name] = [textAt(block, "id"), textAt(block, "name")];
  if (id === null || name === null) return null;
  const text = JSON.stringify(input ?? {});
  const item: KnownItem = { type: "function_call", name, arguments: text, call_id: id };
  const holes: ForeignHole[] = input === undefined ? [] : [[["arguments"], ["arguments", PARSED]]];
  if (typeof thoughtSignature !== "string") return { item, failed: false, holes };
  holes.push([["thoughtSignature"], ["thoughtSignature"]]);
  return { item: { ...item, thoughtSignature }, failed: false, holes };
}

function readThinking(block: JsonObject, family: ApiFamily): ReadItem | null {
  const text = textAt(block, "thinking");
  if (text === null) return null;
  const signature = textAt(block, "thinkingSignature");
  if (family === "openai") return openaiThought(text, signature);
  if (family === "google") {
    const summary = [{ type: "summary_text" as const, text }];
    const item: ReasoningItem = { type: "reasoning", summary, provider: "google" };
    const hole: ForeignHole = [["thinking"], ["summary", "0", "text"]];
    return signed(item, [hole], { signature, field: "thoughtSignature" });
  }
  const content = [{ type: "reasoning_text" as const, text }];
  const item: ReasoningItem = { type: "reasoning", summary: [], content, provider: family };
  const hole: ForeignHole = [["thinking"], ["content", "0", "text"]];
  if (family !== "anthropic") return { item, failed: false, holes: [hole] };
  const field = block.redacted === true ? "redacted" : "signature";
  return signed(item, [hole], { signature, field });
}

function signed(
  item: ReasoningItem,
  holes: readonly ForeignHole[],
  { signature, field }: { readonly signature: string | null; readonly field: string },
): ReadItem {
  if (signature === null) return { item, failed: false, holes };
  const hole: ForeignHole = [["thinkingSignature"], [field]];
  return { item: { ...item, [field]: signature }, failed: false, holes: [...holes, hole] };
}

/** What pi puts between the parts of a thought of OpenAI's. */
export const OPENAI_BREAK = "\n\n";

/** What a thought of OpenAI's is signed with is the item itself, as JSON. */
function openaiThought(text: string, signature: string | null): ReadItem {
  const whole = signature === null ? null : parseObject(signature);
  const parts = whole?.type === "reasoning" ? summaryOf(whole.summary) : null;
  const isWhole = parts !== null && parts.map((part) => part.text).join(OPENAI_BREAK) === text;
  const summary = isWhole ? parts : [{ type: "summary_text" as const, text }];
  const hole: ForeignHole = [["thinking"], ["summary", "0", "text"]];
  const holes = summary.length === 1 ? [hole] : [];
  const item: ReasoningItem = { type: "reasoning", summary };
  const id = whole === null ? null : textAt(whole, "id");
  const encrypted = whole === null ? null : textAt(whole, "encrypted_content");
  if (whole?.type === "reasoning" && id !== null) item.id = id;
  if (whole?.type === "reasoning" && encrypted !== null) item.encrypted_content = encrypted;
  return { item, failed: false, holes };
}

function summaryOf(parts: unknown): ReasoningItem["summary"] | null {
  if (!Array.isArray(parts)) return null;
  const texts: ReasoningItem["summary"] = [];
  for (const part of parts) {
    const text = isJsonObject(part) && part.type === "summary_text" ? textAt(part, "text") : null;
    if (text === null) return null;
    texts.push({ type: "summary_text", text });
  }
  return texts;
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // others sign with an id
    throw error;
  }
}
