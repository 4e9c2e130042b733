import { fullToolName, isToolCall, type ToolCallItem } from "../../events/calls.js";
import { splitDataUrl } from "../../events/inline-image.js";
import { agentMessageTexts } from "../../events/item-class.js";
import type { InputImage, Item, MessageItem, OutputPart } from "../../events/item.js";
import { isJsonObject, parseObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";

/** A function of objects that is asked once of each. */
export function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

/** A call of any tool, for a dialect that has functions only. */
export interface SpelledCall extends SpelledInput {
  /** Null: it has none, and no output can answer it. */
  readonly callId: string | null;
  readonly name: string;
}

interface SpelledInput {
  /** Arguments of another form are in its member `arguments`. */
  readonly input: JsonObject;
  readonly isWrapped: boolean;
  /** Whether numbers that JavaScript would change are texts in it. */
  readonly hasNumbersAsTexts: boolean;
}

/** What a report says of those. */
export const NUMBERS_AS_TEXTS = "the form of numbers in arguments that are too large";

/** @returns null if the item is no call */
export function spellCall(item: Item): SpelledCall | null {
  if (item.type === "other" || !isToolCall(item)) return null;
  return { callId: item.call_id ?? null, name: fullToolName(item), ...inputOf(item) };
}

function inputOf(item: ToolCallItem): SpelledInput {
  switch (item.type) {
    case "function_call":
      return inputIn(item.arguments);
    case "custom_tool_call":
      return spelledInput({ input: item.input });
    case "local_shell_call":
      return spelledInput(item.action);
    case "tool_search_call":
      return typeof item.arguments === "string"
        ? inputIn(item.arguments)
        : spelledInput(item.arguments ?? {});
  }
}

function inputIn(text: string): SpelledInput {
  const read = parseObject(text.trim() === "" ? "{}" : text);
  return spelledInput(read?.object ?? text, read?.hasNumbersAsTexts);
}

function spelledInput(value: unknown, hasNumbersAsTexts = false): SpelledInput {
  const isWrapped = !isJsonObject(value);
  return { input: isWrapped ? { arguments: value } : value, isWrapped, hasNumbersAsTexts };
}

/** What another agent says, as the user's message that it is where there are no agents; null: it is no such item. */
export function agentMessage(item: Item): MessageItem | null {
  const texts = item.type === "other" ? agentMessageTexts(item) : null;
  if (texts === null) return null;
  const content = texts.map((text) => ({ type: "input_text" as const, text }));
  return { type: "message", role: "user", content };
}

/** A tool's output, whatever the tool; null: the item is none. */
export function outputIn(
  item: Item,
): { readonly callId: string | null; readonly output: string | readonly OutputPart[] } | null {
  switch (item.type) {
    case "function_call_output":
    case "custom_tool_call_output":
      return { callId: item.call_id, output: item.output };
    case "tool_search_output":
      return { callId: item.call_id ?? null, output: JSON.stringify(item.tools) };
    default:
      return null;
  }
}

const BASE64_PREFIX = /^data:([^,;]+)(?:;[^,]*)?;base64,$/i;

/** The bytes of an inline image, as a block holds them; null: the URL holds none in base 64. */
export function inlineSource(
  url: string,
): { readonly mediaType: string; readonly data: string } | null {
  const split = splitDataUrl(url);
  const mediaType = BASE64_PREFIX.exec(split?.prefix ?? "")?.[1];
  return split === null || mediaType === undefined ? null : { mediaType, data: split.payload };
}

/** An image without what is next to it, as it is read from such a block again. */
export function spellImage({ image_url: url, blob }: InputImage): InputImage {
  if (blob !== undefined) return { type: "input_image", image_url: url, blob };
  const inline = inlineSource(url);
  const image_url = inline === null ? url : `data:${inline.mediaType};base64,${inline.data}`;
  return { type: "input_image", image_url };
}

/** True for an image whose bytes are in it in base 64, or stood in it. */
export function isInline({ image_url: url, blob }: InputImage): boolean {
  return inlineSource(blob?.urlPrefix ?? url) !== null;
}
