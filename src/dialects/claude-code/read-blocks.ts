import { blockType } from "../tree/block-type.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { KnownItem, MessagePart, ReasoningItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { PARSED, type ForeignHole } from "../keeping/foreign-form.js";
import { below, messageOf, type ReadItem, type ReadPart } from "../tree/read-item.js";
import { readImage } from "./read-image.js";
import { readToolResult } from "./read-tool-result.js";

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

/** What only Anthropic takes back (src/projections/providers/recorded-fields.ts). */
function emptyThought(): ReasoningItem {
  return { type: "reasoning", summary: [], provider: "anthropic" };
}

function whole(item: KnownItem, holes: readonly ForeignHole[]): ReturnType<typeof readItem> {
  return { item, failed: false, holes, unread: [] };
}
