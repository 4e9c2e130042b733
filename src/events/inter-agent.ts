import { isJsonObject } from "./is-json-object.js";
import type { Item } from "./item.js";

/**
 * One agent's instruction to another, as an assistant message carries it (docs/semantics.md §4.8).
 */
export interface InterAgentInstruction {
  readonly author: string;
  readonly recipient: string;
  readonly otherRecipients: readonly string[];
  readonly content: string;
  /** True when it makes the recipient start a turn. */
  readonly triggersTurn: boolean;
}

const AGENT_PATH = /^(?:\/morpheus|\/root(?:\/(?!root(?:\/|$))[a-z0-9_]+)*)$/;
/** What a JSON text that is an object starts with. */
const OBJECT_START = /^[ \t\r\n]*\{/;

/** `/morpheus`, or `/root` and any number of names of a-z, 0-9 and _ that are not "root". */
function isAgentPath(path: string): boolean {
  return AGENT_PATH.test(path);
}

/** @returns null when the item is no assistant message whose only part is an instruction */
export function readInterAgentInstruction(item: Item): InterAgentInstruction | null {
  if (item.type !== "message" || item.role !== "assistant" || item.content.length !== 1) {
    return null;
  }
  const part = item.content[0];
  if (part === undefined || part.type === "input_image") return null;
  return OBJECT_START.test(part.text) ? toInstruction(parseJson(part.text)) : null;
}

/** @returns undefined for what is not JSON: an ordinary message that begins with a brace */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function toInstruction(value: unknown): InterAgentInstruction | null {
  if (!isJsonObject(value)) return null;
  const { author, recipient, content, trigger_turn: triggersTurn } = value;
  const otherRecipients = value.other_recipients === undefined ? [] : value.other_recipients;
  if (!isPathText(author) || !isPathText(recipient) || !isPathList(otherRecipients)) return null;
  if (typeof content !== "string" || typeof triggersTurn !== "boolean") return null;
  return { author, recipient, otherRecipients, content, triggersTurn };
}

function isPathText(value: unknown): value is string {
  return typeof value === "string" && isAgentPath(value);
}

function isPathList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isPathText);
}
