import { imagesOf } from "../../events/item-images.js";
import type {
  KnownItem,
  MessageItem,
  MessagePart,
  OutputPart,
  ReasoningItem,
  RecordedItem,
} from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { NO_PATH } from "../shared/foreign-form.js";
import type { SpellableEntry } from "../shared/export-ledger.js";
import {
  agentMessage,
  inlineSource,
  isInline,
  NUMBERS_AS_TEXTS,
  once,
  outputIn,
  spellCall,
  spellImage,
} from "../shared/spelling.js";
import { COMPACTION_FRAME, framed, unframed } from "./read-content.js";
import { OPENAI_BREAK } from "./read-items.js";

/** An item as pi has it, and what distinguishes it from the same item elsewhere. */
export interface PiItem {
  readonly item: KnownItem;
  readonly mark?: Voice | "failed";
}

/** How a message of the user's is in pi: as the user's, an extension's, or as a summary. */
type Voice = "user" | "extension" | "summary";

/** What entries are in pi; each is spelled once. */
export type Spelling = (entry: SpellableEntry) => readonly PiItem[];

export function piSpelling(): Spelling {
  return once(spellEntry);
}

/**
 * An entry as a pi session has it, and as it is read from one again. Kinds of items that pi does not
 * have are in none (docs/pi.md lists what becomes of each).
 */
function spellEntry({ item, origin, summary, failed }: SpellableEntry): readonly PiItem[] {
  const told = agentMessage(item);
  if (told !== null) return spellMessage(told, "user");
  if (item.type === "message") {
    if (item.role === "assistant") return spellAnswer(item);
    const voice = origin === "user" || origin === "agent" ? "user" : "extension";
    return spellMessage(item, summary === true ? "summary" : voice);
  }
  if (item.type === "reasoning") return [{ item: spellThought(item) }];
  const call = spellCall(item);
  if (call !== null) {
    const { callId, name, input } = call;
    if (callId === null) return [];
    const signature = item["thoughtSignature"];
    const signed = typeof signature === "string" ? { thoughtSignature: signature } : {};
    const spelled = { name, arguments: JSON.stringify(input), call_id: callId, ...signed };
    return [{ item: { type: "function_call", ...spelled } }];
  }
  const { callId = null, output } = outputIn(item) ?? {};
  if (callId === null || output === undefined) return [];
  const spelled: KnownItem = {
    type: "function_call_output",
    call_id: callId,
    output:
      typeof output === "string" ? [{ type: "input_text", text: output }] : spellParts(output),
  };
  return [{ item: spelled, ...(failed === true && { mark: "failed" }) }];
}

/** Each text of an answer is read as an item of its own. */
function spellAnswer({ content }: MessageItem): readonly PiItem[] {
  return content.flatMap((part) => {
    if (part.type === "input_image") return [];
    const signature = part["thoughtSignature"];
    const signed = typeof signature === "string" ? { thoughtSignature: signature } : {};
    const spelled = { type: "output_text" as const, text: part.text, ...signed };
    return [{ item: { type: "message" as const, role: "assistant", content: [spelled] } }];
  });
}

function spellMessage({ content }: MessageItem, voice: Voice): readonly PiItem[] {
  const parts = spellParts(content);
  if (parts.length === 0) return [];
  const texts = parts.flatMap((part) => (part.type === "input_image" ? [] : [part.text]));
  if (voice !== "summary" || texts.length < parts.length) {
    const mark = voice === "summary" ? "extension" : voice;
    return [{ item: { type: "message", role: "user", content: parts }, mark }];
  }
  const text = texts.join("");
  const isFramed = unframed(COMPACTION_FRAME, text) !== null;
  const whole = isFramed ? text : framed(COMPACTION_FRAME, NO_PATH, text).part.part.text;
  const part = { type: "input_text" as const, text: whole };
  return [{ item: { type: "message", role: "user", content: [part] }, mark: "summary" }];
}

function spellParts(parts: readonly MessagePart[]): OutputPart[] {
  return parts.flatMap((part): OutputPart[] => {
    if (part.type !== "input_image") return [{ type: "input_text", text: part.text }];
    return isInline(part) ? [spellImage(part)] : [];
  });
}

/** A thought as it is read from a pi session. */
function spellThought(item: ReasoningItem): ReasoningItem {
  const { provider = "openai", id, encrypted_content: sealed } = item;
  const texts = [...item.summary, ...(item.content ?? [])].map((part) => part.text);
  if (provider === "openai") {
    // Its readable text is in the summary; the encrypted one goes back to OpenAI as it is.
    const summary = texts.map((text) => ({ type: "summary_text" as const, text }));
    const spelled: ReasoningItem = { type: "reasoning", summary };
    if (typeof id === "string") spelled.id = id;
    if (typeof sealed === "string") spelled.encrypted_content = sealed;
    return spelled;
  }
  const text = texts.join("\n");
  const { signature, redacted, thoughtSignature } = item;
  if (provider === "google") {
    const summary = [{ type: "summary_text" as const, text }];
    const spelled: ReasoningItem = { type: "reasoning", summary, provider };
    return typeof thoughtSignature === "string" ? { ...spelled, thoughtSignature } : spelled;
  }
  const content = [{ type: "reasoning_text" as const, text }];
  const isKnown = provider === "anthropic" || provider === "openai-chat";
  const known = isKnown ? provider : "unknown";
  const spelled: ReasoningItem = { type: "reasoning", summary: [], content, provider: known };
  if (provider !== "anthropic") return spelled;
  if (typeof redacted === "string") return { ...spelled, redacted };
  return typeof signature === "string" ? { ...spelled, signature } : spelled;
}

/** The name that pi has for what takes a thought back: it says how the thought is signed. */
function reasoningApi({ provider = "openai" }: ReasoningItem): string {
  return (typeof provider === "string" ? REASONING_APIS.get(provider) : undefined) ?? "unknown";
}

const REASONING_APIS: ReadonlyMap<string, string> = new Map([
  ["openai", "openai-responses"],
  ["anthropic", "anthropic-messages"],
  ["google", "google-generative-ai"],
  ["openai-chat", "openai-completions"],
]);

/** The api that an answer with an item has to name; null: any. */
export function apiOf(item: KnownItem): string | null {
  if (item.type === "reasoning") return reasoningApi(item);
  if (item.type !== "message") return null;
  const [part] = item.content;
  const isSigned = part?.type === "output_text" && typeof part["thoughtSignature"] === "string";
  return isSigned ? "google-generative-ai" : null;
}

/** The block of an answer that an item is. @returns null if it is not the model's */
export function answerBlock(item: KnownItem): JsonObject | null {
  switch (item.type) {
    case "message": {
      const [part] = item.content;
      if (item.role !== "assistant" || part?.type !== "output_text") return null;
      const { thoughtSignature } = part;
      const signed = typeof thoughtSignature === "string";
      return { type: "text", text: part.text, ...(signed && { textSignature: thoughtSignature }) };
    }
    case "function_call": {
      const { call_id: id, name, arguments: text, thoughtSignature } = item;
      const signed = typeof thoughtSignature === "string" ? { thoughtSignature } : {};
      return { type: "toolCall", id, name, arguments: JSON.parse(text), ...signed };
    }
    case "reasoning":
      return thinkingBlock(item);
    default:
      return null;
  }
}

/** What an item of OpenAI's is signed with is the item itself. */
function thinkingBlock(item: ReasoningItem): JsonObject {
  const parts = [...item.summary, ...(item.content ?? [])];
  const thinking = parts.map(({ text }) => text).join(OPENAI_BREAK);
  const block = { type: "thinking", thinking };
  if (reasoningApi(item) === "openai-responses") {
    return { ...block, thinkingSignature: JSON.stringify(item) };
  }
  const { signature, redacted, thoughtSignature } = item;
  if (typeof redacted === "string") {
    return { ...block, thinkingSignature: redacted, redacted: true };
  }
  const signed = signature ?? thoughtSignature;
  return typeof signed === "string" ? { ...block, thinkingSignature: signed } : block;
}

/** Texts and images, inline. */
export function contentBlocks(parts: readonly MessagePart[]): readonly JsonObject[] {
  return parts.map((part) => {
    if (part.type !== "input_image") return { type: "text", text: part.text };
    const { mediaType = "", data = "" } = inlineSource(part.image_url) ?? {};
    return { type: "image", data, mimeType: mediaType };
  });
}

/** What of an item a pi session has no place for, in the words of the report. */
export function lossesOf({ item, bounded }: RecordedItem): readonly string[] {
  const losses: string[] = [];
  if (bounded !== undefined) losses.push("originals of bounded outputs");
  if (item.type === "message") {
    if (item.content.length === 0) losses.push("messages without content");
  } else if (item.type !== "reasoning") {
    const call = spellCall(item);
    const answer = call ?? outputIn(item);
    if (answer?.callId === null) losses.push("calls without an id");
    if (call?.hasNumbersAsTexts === true) losses.push(NUMBERS_AS_TEXTS);
    if (answer === null && agentMessage(item) === null) losses.push(`${item.type} items`);
  }
  const images = imagesOf(item);
  const isAnswer = item.type === "message" && item.role === "assistant";
  const isShown = !isAnswer && images.every(isInline);
  if (images.length > 0 && !isShown) losses.push("images that are not in base 64");
  return losses;
}
