import { at, isObject, listAt, textAt, type JsonObject } from "./json.js";
import type { Api } from "./scripted-server.js";

/** What a request tells the model of the conversation, in a form that two requests are compared in. */
export interface NormalForm {
  /** The base instructions, where the request has a place of its own for them. */
  readonly instructions: string;
  /** Items, messages or content blocks, oldest first. */
  readonly items: readonly JsonObject[];
  /** How many of the items each message holds: what is told apart from the items themselves. */
  readonly groups: readonly number[];
  /** Tools that the request declares beside the items; where an API has them elsewhere, none. */
  readonly tools: readonly JsonObject[];
}

/** Members that say nothing of the conversation: states of an answer, marks for a cache. */
const LEFT_OUT = new Set(["id", "status", "cache_control", "logprobs"]);
/** Where an item says which call it is, or answers. */
export const ID_NAMES: ReadonlySet<string> = new Set(["call_id", "tool_use_id", "tool_call_id"]);

/**
 * Brings a request's body into normal form. A text that is self-contained and a list of one text are the
 * same; members that are null, or that say nothing of the conversation, are left out. Nothing else
 * changes.
 */
export function normalForm(api: Api, body: unknown): NormalForm {
  switch (api) {
    case "responses": {
      const items = listAt(body, "input").filter(isObject);
      const tools = listAt(body, "tools").filter(isObject);
      const form = whole(
        textAt(body, "instructions"),
        items.map((item) => responsesItem(item)),
      );
      return { ...form, tools: tools.map(normalObject) };
    }
    case "messages": {
      const messages = listAt(body, "messages").filter(isObject);
      const blocks = messages.map(({ role, content }) =>
        parts(content).map((part) => ({ role, ...normalObject(withId(part)) })),
      );
      const system = parts(at(body, "system")).map((part) => textAt(part, "text"));
      return {
        instructions: system.join("\n"),
        items: blocks.flat(),
        groups: blocks.map((list) => list.length),
        tools: [],
      };
    }
    case "chat": {
      const messages = listAt(body, "messages").filter(isObject);
      const isBase = ({ role }: JsonObject): boolean => role === "system" || role === "developer";
      const first = messages[0];
      const base = first !== undefined && isBase(first) ? first : undefined;
      const rest = base === undefined ? messages : messages.slice(1);
      const text = parts(base?.["content"]).map((part) => textAt(part, "text"));
      return whole(
        text.join(""),
        rest.map((message) => chatMessage(message)),
      );
    }
  }
}

function whole(instructions: string, items: readonly JsonObject[]): NormalForm {
  return { instructions, items, groups: items.map(() => 1), tools: [] };
}

function responsesItem(item: JsonObject): JsonObject {
  const typed = { type: "message", ...item };
  return normalObject(
    "content" in item && item["content"] !== null
      ? {
          ...typed,
          content:
            item["type"] === "reasoning" ? item["content"] : parts(item["content"], textOf(item)),
        }
      : typed,
  );
}

/** What a part of a message is called that has a text. */
function textOf({ role }: JsonObject): string {
  return role === "assistant" ? "output_text" : "input_text";
}

function chatMessage(message: JsonObject): JsonObject {
  const calls = listAt(message, "tool_calls").map((call) => ({
    ...(isObject(call) ? withId(call) : {}),
  }));
  const content = message["content"];
  const own =
    typeof content === "string" || Array.isArray(content) ? { content: parts(content) } : {};
  return normalObject({ ...message, ...own, ...(calls.length > 0 && { tool_calls: calls }) });
}

/** The id of a call is compared as the id of its output is. */
function withId(part: JsonObject): JsonObject {
  return typeof part["id"] === "string" ? { ...part, call_id: part["id"] } : part;
}

/** Content as a list of parts: a text alone is a list of one. */
function parts(content: unknown, type = "text"): readonly JsonObject[] {
  if (typeof content === "string") return [{ type, text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function normalObject(value: JsonObject): JsonObject {
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (LEFT_OUT.has(name) || member === null || isEmptyMark(name, member)) continue;
    members.push([name, normalMember(name, member)]);
  }
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members);
}

function normalMember(name: string, member: unknown): unknown {
  if (name === "content" && typeof member === "string") return parts(member).map(normalObject);
  if (Array.isArray(member)) {
    return member.map((each: unknown) => (isObject(each) ? normalObject(each) : each));
  }
  // What a call is given is the model's own, and stays to the letter.
  return isObject(member) && name !== "input" ? normalObject(member) : member;
}

function isEmptyMark(name: string, member: unknown): boolean {
  const isFalse = name === "is_error" && member === false;
  return isFalse || (name === "annotations" && Array.isArray(member) && member.length === 0);
}
