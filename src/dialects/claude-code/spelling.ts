import { fullToolName } from "../../events/calls.js";
import { splitDataUrl } from "../../events/inline-image.js";
import type { Item, KnownItem, MessagePart, OutputPart, ReasoningItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { SpellableEntry, SpelledItem } from "../shared/export-ledger.js";

/** Spells entries, each item once. */
export class EntrySpelling {
  readonly #known = new WeakMap<Item, Spelling>();

  of({ item }: Pick<SpellableEntry, "item">): Spelling {
    let spelling = this.#known.get(item);
    if (spelling === undefined) this.#known.set(item, (spelling = spellItem(item)));
    return spelling;
  }

  /** For comparing ledgers: an output that failed is another than the same one that did not. */
  itemsOf(entry: SpellableEntry): readonly SpelledItem[] {
    const mark = entry.failed === true ? " failed" : "";
    return this.of(entry).items.map((item) => ({ item, mark }));
  }
}

/** An item as a transcript can hold it: in the form in which one is read. */
export interface Spelling {
  readonly items: readonly KnownItem[];
  /** What of it a transcript has no place for; null: all of it is there. */
  readonly lost: string | null;
}

/** @returns no item where a transcript has no place for it */
function spellItem(item: Item): Spelling {
  switch (item.type) {
    case "message":
      return item.role === "assistant" ? spellAnswer(item.content) : spellMessage(item.content);
    case "reasoning":
      return spellThought(item);
    case "function_call":
      return call(item.call_id, fullToolName(item), item.arguments);
    case "custom_tool_call":
      return call(item.call_id, fullToolName(item), JSON.stringify({ input: item.input }));
    case "local_shell_call":
      return call(item.call_id, "local_shell", JSON.stringify(item.action));
    case "tool_search_call":
      return call(item.call_id, "tool_search", JSON.stringify(item.arguments ?? {}));
    case "function_call_output":
    case "custom_tool_call_output":
      return output(item.call_id, item.output);
    case "tool_search_output":
      return output(item.call_id, JSON.stringify(item.tools));
    default:
      return { items: [], lost: `${item.type} items` };
  }
}

/** The user's, and whatever else is no answer: a transcript has no third role. */
function spellMessage(parts: readonly MessagePart[]): Spelling {
  const content = inputParts(parts);
  if (content.length === 0) return { items: [], lost: null };
  return { items: [{ type: "message", role: "user", content }], lost: null };
}

/** Each of a model's texts is a block of its own. */
function spellAnswer(parts: readonly MessagePart[]): Spelling {
  const texts = parts.flatMap((part) => (part.type === "input_image" ? [] : [part.text]));
  const items = texts
    .filter((text) => text !== "")
    .map((text): KnownItem => {
      return { type: "message", role: "assistant", content: [{ type: "output_text", text }] };
    });
  return { items, lost: texts.length < parts.length ? "images in the model's messages" : null };
}

/** Only Anthropic's own can be sent to it again. */
function spellThought({ provider, redacted, signature, content }: ReasoningItem): Spelling {
  const thought: ReasoningItem = { type: "reasoning", summary: [], provider: "anthropic" };
  if (provider === "anthropic" && typeof redacted === "string") {
    return { items: [{ ...thought, redacted }], lost: null };
  }
  if (provider !== "anthropic" || content === null || content === undefined) {
    return { items: [], lost: "reasoning that is not Anthropic's" };
  }
  const text = content.map((part) => part.text).join("\n");
  const whole: ReasoningItem = { ...thought, content: [{ type: "reasoning_text", text }] };
  const isSigned = typeof signature === "string";
  return { items: [isSigned ? { ...whole, signature } : whole], lost: null };
}

function call(callId: string | null | undefined, name: string, words: string): Spelling {
  if (callId === null || callId === undefined) return { items: [], lost: "calls without an id" };
  const input = inputOf(words);
  const made = JSON.stringify(input ?? { arguments: words });
  const item = { type: "function_call" as const, name, arguments: made, call_id: callId };
  const lost = input === null ? "the form of arguments that are no JSON object" : null;
  return { items: [item], lost };
}

function inputOf(words: string): unknown {
  if (words.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(words);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function output(
  callId: string | null | undefined,
  words: string | readonly OutputPart[],
): Spelling {
  if (callId === null || callId === undefined) return { items: [], lost: "outputs without an id" };
  const made = typeof words === "string" ? words : inputParts(words);
  return {
    items: [{ type: "function_call_output", call_id: callId, output: made }],
    lost: null,
  };
}

/** Texts that are not empty (the API refuses those), and images without what stands beside them. */
function inputParts(parts: readonly MessagePart[]): OutputPart[] {
  return parts.flatMap((part): OutputPart[] => {
    if (part.type !== "input_image") {
      return part.text === "" ? [] : [{ type: "input_text", text: part.text }];
    }
    const { image_url: url, blob } = part;
    if (blob !== undefined) return [{ type: "input_image", image_url: url, blob }];
    const inline = inlineSource(url);
    const image_url = inline === null ? url : `data:${inline.mediaType};base64,${inline.data}`;
    return [{ type: "input_image", image_url }];
  });
}

/** The bytes of an inline image, as a block holds them. */
interface InlineSource {
  readonly mediaType: string;
  /** In base 64. */
  readonly data: string;
}

const BASE64_PREFIX = /^data:([^,;]+)(?:;[^,]*)?;base64,$/i;

/** @returns null when the URL holds no bytes in base 64 */
export function inlineSource(url: string): InlineSource | null {
  const split = splitDataUrl(url);
  const mediaType = BASE64_PREFIX.exec(split?.prefix ?? "")?.[1];
  return split === null || mediaType === undefined ? null : { mediaType, data: split.payload };
}
