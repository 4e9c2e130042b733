import { jsonStringBytes, jsonValueBytes, utf8Bytes } from "./bytes.js";
import { imageCost } from "./inline-image.js";
import { isPassedOn } from "./item-class.js";
import type { Item, MessageItem, ReasoningItem, ToolOutput } from "./item.js";

/** Bytes that encrypted content of this length stands for (docs/semantics.md §2.5). */
export function encryptedContentBytes(encrypted: string): number {
  return Math.max(0, Math.floor((utf8Bytes(encrypted) * 3) / 4) - 650);
}

/**
 * An item's size in bytes, as token estimates use it (docs/semantics.md §7.1-7.2): the length of
 * its canonical serialization, images at a flat or a per-patch price, encrypted content by a
 * formula, ghost snapshots free. An image counts the same inline and as a blob (§7.8), whatever
 * tool output it is in (§6.5).
 */
export function countItemBytes(item: Item): number {
  const { type } = item;
  switch (type) {
    case "ghost_snapshot":
      return 0;
    case "compaction":
    case "compaction_summary":
      return encryptedContentBytes(item.encrypted_content);
    case "reasoning":
      return reasoningBytes(item);
    case "message": {
      const { role, end_turn, phase } = item;
      const end = optionalMember("end_turn", end_turn) + optionalMember("phase", phase);
      return (
        typeBytes(type) +
        member("role", role) +
        memberBytes("content") +
        partsBytes(item.content) +
        end
      );
    }
    case "function_call_output": {
      const { call_id, output } = item;
      return typeBytes(type) + member("call_id", call_id) + outputBytes(output);
    }
    case "custom_tool_call_output": {
      const { call_id, name, output } = item;
      const named = optionalMember("name", name);
      return typeBytes(type) + member("call_id", call_id) + named + outputBytes(output);
    }
    default:
      return callBytes(item);
  }
}

type CountedAsCall = Exclude<
  Item,
  | { type: "ghost_snapshot" | "compaction" | "compaction_summary" | "reasoning" | "message" }
  | { type: "function_call_output" | "custom_tool_call_output" }
>;

function callBytes(item: CountedAsCall): number {
  const { type } = item;
  switch (type) {
    case "function_call": {
      const { name, namespace, arguments: input, call_id } = item;
      const call = member("name", name) + member("arguments", input) + member("call_id", call_id);
      return typeBytes(type) + call + optionalMember("namespace", namespace);
    }
    case "custom_tool_call": {
      const { status, call_id, name, input } = item;
      const call = member("call_id", call_id) + member("name", name) + member("input", input);
      return typeBytes(type) + call + optionalMember("status", status);
    }
    case "local_shell_call": {
      const { call_id, status, action } = item;
      const { command, timeout_ms, working_directory, env, user } = action;
      const call = { command, timeout_ms, working_directory, env, user };
      return (
        objectBytes(type, { call_id, status }) + memberBytes("action") + objectBytes("exec", call)
      );
    }
    case "tool_search_call": {
      const { call_id, status, execution, arguments: input } = item;
      return objectBytes(type, { call_id, execution, arguments: input }, { status });
    }
    case "tool_search_output": {
      const { call_id, status, execution, tools } = item;
      return objectBytes(type, { call_id, status, execution, tools });
    }
    case "web_search_call": {
      const { status, action } = item;
      return objectBytes(type, {}, { status, action });
    }
    case "image_generation_call": {
      const { id, status, revised_prompt, result } = item;
      return objectBytes(type, { id, status, result }, { revised_prompt });
    }
    case "other":
      if (isPassedOn(item.original.type)) return jsonValueBytes(item.original);
      return objectBytes(type, {}); // no known fields: nothing else is written
  }
}

function reasoningBytes({ encrypted_content, summary, content }: ReasoningItem): number {
  if (typeof encrypted_content === "string") return encryptedContentBytes(encrypted_content);
  return (
    typeBytes("reasoning") +
    member("encrypted_content", null) +
    memberBytes("summary") +
    textListBytes(summary) +
    reasoningContentBytes(content)
  );
}

/** Null when missing; left out when it has no `reasoning_text` (docs/semantics.md §3.7). */
function reasoningContentBytes(content: ReasoningItem["content"]): number {
  if (content === null || content === undefined) return memberBytes("content") + "null".length;
  if (!content.some((entry) => entry.type === "reasoning_text")) return 0;
  return memberBytes("content") + textListBytes(content);
}

function outputBytes(output: ToolOutput): number {
  const bytes = typeof output === "string" ? jsonStringBytes(output) : partsBytes(output);
  return memberBytes("output") + bytes;
}

type Parts = MessageItem["content"] | Exclude<ToolOutput, string>;

/** A list of parts, with what its inline images count instead of their payloads. */
function partsBytes(parts: Parts): number {
  let bytes = arrayFrame(parts.length);
  let payloadBytes = 0;
  let replacementBytes = 0;
  for (const part of parts) {
    if (part.type !== "input_image") {
      bytes += frame('{"type":"","text":}') + part.type.length + jsonStringBytes(part.text);
      continue;
    }
    const cost = imageCost(part);
    bytes += frame('{"type":"input_image","image_url":}') + cost.urlBytes;
    bytes += optionalMember("detail", part.detail);
    payloadBytes += cost.payloadBytes;
    replacementBytes += cost.replacementBytes;
  }
  const adjusted = payloadBytes > 0 && replacementBytes > 0;
  return adjusted ? Math.max(0, bytes - payloadBytes + replacementBytes) : bytes;
}

function textListBytes(entries: readonly { readonly type: string; readonly text: string }[]) {
  let bytes = arrayFrame(entries.length);
  for (const { type, text } of entries) {
    bytes += frame('{"type":"","text":}') + type.length + jsonStringBytes(text);
  }
  return bytes;
}

/** Sizes of what is in between values in compact JSON. */

function arrayFrame(length: number): number {
  return 2 + Math.max(0, length - 1);
}

/** The fixed characters of an object, written out so that a reader can check them. */
function frame(characters: string): number {
  return characters.length;
}

type Members = Readonly<Record<string, unknown>>;

/** An object of a type, without its other members. */
function typeBytes(type: string): number {
  return frame('{"type":""}') + type.length;
}

function member(name: string, value: unknown): number {
  return memberBytes(name) + valueBytes(value);
}

/** The same for kinds that are rare. Members of `optional` are left out where they are null. */
function objectBytes(type: string, members: Members, optional: Members = {}): number {
  let bytes = typeBytes(type);
  for (const name in members) bytes += member(name, members[name]);
  for (const name in optional) bytes += optionalMember(name, optional[name]);
  return bytes;
}

function optionalMember(name: string, value: unknown): number {
  return value === null || value === undefined ? 0 : member(name, value);
}

function memberBytes(name: string): number {
  return frame(',"":') + name.length;
}

function valueBytes(value: unknown): number {
  return typeof value === "string" ? jsonStringBytes(value) : jsonValueBytes(value);
}
