import type { KnownItem, Origin, ReasoningItem } from "../../events/item.js";
import { isJsonObject, parseJson } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { NO_HOLES, Path } from "../shared/foreign-form.js";
import { listOf, textAt } from "../shared/json.js";
import {
  callOf,
  messageOf,
  NO_ITEMS,
  outputOf,
  outputText,
  type ReadContent,
  type ReadItem,
  readList,
  unreadForm,
} from "../shared/read-items.js";
import {
  bashText,
  BRANCH_FRAME,
  COMPACTION_FRAME,
  framed,
  type FramedText,
  readContent,
} from "./read-content.js";

const CONTENT = Path.of("message", "content");
const SUMMARY = Path.of("message", "summary");
const BRANCH_SUMMARY = Path.of("summary");
const SHOWN = Path.of("content");
/** In an item. */
const SIGNED = Path.of("thoughtSignature");
const IN_SUMMARY = Path.of("summary", "0", "text");
const IN_CONTENT = Path.of("content", "0", "text");

/** The items of an entry of any kind, in order; also of one that shows nothing. */
export function readItems(entry: JsonObject): ReadContent {
  switch (entry.type) {
    case "message":
      return isJsonObject(entry.message) ? readMessage(entry.message) : NO_ITEMS;
    case "custom_message":
      return shownMessage(entry.content, SHOWN);
    case "branch_summary": {
      const { summary } = entry;
      if (typeof summary !== "string") return { items: [], unread: unreadForm(summary) };
      return summary === "" ? NO_ITEMS : textMessage(framed(BRANCH_FRAME, BRANCH_SUMMARY, summary));
    }
    default:
      return NO_ITEMS;
  }
}

/** Who an item comes from: commands that the user ran and texts of extensions begin no turn. */
export function originOf({ type }: KnownItem, role: unknown): Origin {
  if (role === "assistant") return "model";
  if (type !== "message") return "tool";
  return role === "user" ? "user" : "runtime";
}

function readMessage(message: JsonObject): ReadContent {
  switch (message.role) {
    case "user":
    case "custom":
    case "hookMessage": // what version 2 called a custom message
      return shownMessage(message.content, CONTENT);
    case "assistant":
      return readAnswer(message);
    case "toolResult":
      return readToolResult(message);
    case "bashExecution":
      return message.excludeFromContext === true ? NO_ITEMS : textMessage(bashText(message));
    case "branchSummary":
      return textMessage(framed(BRANCH_FRAME, SUMMARY, textAt(message, "summary") ?? ""));
    case "compactionSummary":
      return textMessage(framed(COMPACTION_FRAME, SUMMARY, textAt(message, "summary") ?? ""));
    default:
      return NO_ITEMS;
  }
}

/** A content that the model is shown as the user's. */
function shownMessage(content: unknown, path: Path): ReadContent {
  const { parts, unread } = readContent(content, path);
  return { items: parts.length === 0 ? [] : [messageOf("user", parts)], unread };
}

function textMessage({ part }: FramedText): ReadContent {
  return { items: [messageOf("user", [part])], unread: [] };
}

function readToolResult(message: JsonObject): ReadContent {
  const callId = textAt(message, "toolCallId");
  if (callId === null) return { items: [], unread: ["toolResult"] };
  const { parts, unread } = readContent(message.content, CONTENT);
  return { items: [outputOf(callId, parts, { failed: message.isError === true })], unread };
}

/** How an answer ends that pi leaves out of its requests. */
export function isBroken({ stopReason }: JsonObject): boolean {
  return stopReason === "error" || stopReason === "aborted";
}

/** The items of a model's answer: each of its blocks is one. */
function readAnswer(message: JsonObject): ReadContent {
  if (isBroken(message)) return NO_ITEMS;
  const { content } = message;
  if (typeof content === "string") {
    return { items: [messageOf("assistant", [outputText(content, CONTENT)])], unread: [] };
  }
  const unread: string[] = [];
  const maker = { family: apiFamily(message.api), model: textAt(message, "model") };
  const items = readList(content, { path: CONTENT, unread }, (block, path) =>
    readBlock(block, path, maker),
  );
  return { items, unread };
}

/** Who takes a thought back (src/projections/providers/recorded-fields.ts). */
type ApiFamily = "anthropic" | "openai" | "google" | "openai-chat" | "unknown";

function apiFamily(api: unknown): ApiFamily {
  if (typeof api !== "string") return "unknown";
  if (api === "anthropic-messages") return "anthropic";
  if (api.endsWith("-responses")) return "openai";
  if (api.startsWith("google-")) return "google";
  return api === "openai-completions" ? "openai-chat" : "unknown";
}

interface Maker {
  readonly family: ApiFamily;
  readonly model: string | null;
}

function readBlock(block: JsonObject, path: Path, maker: Maker): ReadItem | null {
  switch (block.type) {
    case "text":
      return readText(block, path, maker.family);
    case "thinking": {
      const thought = readThinking(block, path, maker.family);
      if (thought !== null && maker.model !== null) thought.item["model"] = maker.model;
      return thought;
    }
    case "toolCall":
      return readToolCall(block, path);
    default:
      return null;
  }
}

function readText(block: JsonObject, path: Path, family: ApiFamily): ReadItem | null {
  const text = textAt(block, "text");
  if (text === null) return null;
  const { part, holes } = outputText(text, path.at("text"));
  const thoughtSignature = family === "google" ? textAt(block, "textSignature") : null;
  if (thoughtSignature === null) return messageOf("assistant", [{ part, holes }]);
  const signature = path.at("textSignature").into(SIGNED);
  return messageOf("assistant", [
    { part: { ...part, thoughtSignature }, holes: [...holes, signature] },
  ]);
}

function readToolCall(block: JsonObject, path: Path): ReadItem | null {
  const { id, name, arguments: input } = block;
  const call = callOf({ id, name, input }, path.at("arguments"));
  const thoughtSignature = textAt(block, "thoughtSignature");
  if (call === null || thoughtSignature === null) return call;
  const hole = path.at("thoughtSignature").into(SIGNED);
  return { item: { ...call.item, thoughtSignature }, holes: [...call.holes, hole] };
}

/** The members of Chat Completions in which servers send thoughts: pi gives them back there. */
const CHAT_FIELDS: ReadonlySet<unknown> = new Set([
  "reasoning_content",
  "reasoning",
  "reasoning_text",
]);

interface ReadThought extends ReadItem {
  readonly item: ReasoningItem;
}

function readThinking(block: JsonObject, path: Path, family: ApiFamily): ReadThought | null {
  const text = textAt(block, "thinking");
  if (text === null) return null;
  const signature = textAt(block, "thinkingSignature");
  const words = path.at("thinking");
  if (family === "openai") return openaiThought({ text, signature }, words);
  const isGoogle = family === "google";
  const item: ReasoningItem = {
    type: "reasoning",
    summary: isGoogle ? [{ type: "summary_text", text }] : [],
  };
  if (!isGoogle) item.content = [{ type: "reasoning_text", text }];
  item["provider"] = family;
  if (family === "openai-chat" && CHAT_FIELDS.has(signature)) item["field"] = signature;
  const hole = words.into(isGoogle ? IN_SUMMARY : IN_CONTENT);
  if (signature === null || !(isGoogle || family === "anthropic")) return { item, holes: [hole] };
  const redacted = block.redacted === true ? "redacted" : "signature";
  const member = isGoogle ? "thoughtSignature" : redacted;
  const signed = path.at("thinkingSignature").into(Path.of(member));
  item[member] = signature;
  return { item, holes: [hole, signed] };
}

/** What pi puts between the parts of a thought of OpenAI's. */
export const OPENAI_BREAK = "\n\n";

/** What a thought of OpenAI's is signed with is the item itself, as JSON; others sign with an id. */
function openaiThought(
  { text, signature }: { readonly text: string; readonly signature: string | null },
  path: Path,
): ReadThought {
  const parsed = signature === null ? null : parseJson(signature);
  const whole = isJsonObject(parsed) && parsed.type === "reasoning" ? parsed : null;
  const parts = whole === null ? null : summaryOf(whole.summary);
  const isWhole = parts !== null && parts.map((part) => part.text).join(OPENAI_BREAK) === text;
  const summary = isWhole ? parts : [{ type: "summary_text" as const, text }];
  const item: ReasoningItem = { type: "reasoning", summary };
  const id = whole === null ? null : textAt(whole, "id");
  const encrypted = whole === null ? null : textAt(whole, "encrypted_content");
  if (id !== null) item.id = id;
  if (encrypted !== null) item.encrypted_content = encrypted;
  return { item, holes: summary.length === 1 ? [path.into(IN_SUMMARY)] : NO_HOLES };
}

/** Null: a part is of another form. */
function summaryOf(parts: unknown): ReasoningItem["summary"] | null {
  if (!Array.isArray(parts)) return null;
  const texts = listOf(parts).flatMap((part) => {
    const text = isJsonObject(part) && part.type === "summary_text" ? textAt(part, "text") : null;
    return text === null ? [] : [{ type: "summary_text" as const, text }];
  });
  return texts.length === parts.length ? texts : null;
}
