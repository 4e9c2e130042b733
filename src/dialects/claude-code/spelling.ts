import type { BlobReader } from "../../events/event-source.js";
import type {
  InputImage,
  Item,
  KnownItem,
  MessagePart,
  OutputPart,
  ReasoningItem,
} from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { restoreImageUrl } from "../shared/evidence.js";
import type { SpellableEntry, SpelledItem } from "../shared/export-ledger.js";
import {
  agentMessage,
  inlineSource,
  NUMBERS_AS_TEXTS,
  once,
  outputIn,
  spellCall,
  spellImage,
} from "../shared/spelling.js";

/** An item as a transcript can hold it: in the form in which one is read. */
export interface Spelling {
  readonly items: readonly KnownItem[];
  /** What of it a transcript has no place for; null: all of it is there. */
  readonly lost: string | null;
}

/** Spells entries, each item once. */
export class EntrySpelling {
  readonly #ofItem = once(spellItem);

  of({ item }: Pick<SpellableEntry, "item">): Spelling {
    return this.#ofItem(item);
  }

  /** For comparing ledgers: an output that failed is another than the same one that did not. */
  itemsOf(entry: SpellableEntry): readonly SpelledItem[] {
    const mark = entry.failed === true ? " failed" : "";
    return this.of(entry).items.map((item) => ({ item, mark }));
  }
}

/** @returns no item if a transcript has no place for it */
function spellItem(item: Item): Spelling {
  const told = agentMessage(item);
  if (told !== null) return spellMessage(told.content);
  if (item.type === "message") {
    return item.role === "assistant" ? spellAnswer(item.content) : spellMessage(item.content);
  }
  if (item.type === "reasoning") return spellThought(item);
  const call = spellCall(item);
  if (call !== null) {
    const { callId, name, input, isWrapped, hasNumbersAsTexts } = call;
    if (callId === null) return { items: [], lost: "calls without an id" };
    const words = JSON.stringify(input);
    const form = isWrapped ? "the form of arguments that are no JSON object" : null;
    const lost = hasNumbersAsTexts ? NUMBERS_AS_TEXTS : form;
    return { items: [{ type: "function_call", name, arguments: words, call_id: callId }], lost };
  }
  const answer = outputIn(item);
  if (answer === null) return { items: [], lost: `${item.type} items` };
  const { callId, output } = answer;
  if (callId === null) return { items: [], lost: "outputs without an id" };
  const spelled = typeof output === "string" ? output : inputParts(output);
  return {
    items: [{ type: "function_call_output", call_id: callId, output: spelled }],
    lost: null,
  };
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

/** Texts that are not empty (the API refuses those), and images. */
function inputParts(parts: readonly MessagePart[]): OutputPart[] {
  return parts.flatMap((part): OutputPart[] => {
    if (part.type === "input_image") return [spellImage(part)];
    return part.text === "" ? [] : [{ type: "input_text", text: part.text }];
  });
}

interface WrittenBlocks {
  readonly role: "user" | "assistant";
  readonly content: string | readonly JsonObject[];
}

/**
 * The content of a line for a spelled item, its images inline.
 * @param failed whether it is the output of a call that failed
 */
export async function writeBlocks(
  item: KnownItem,
  failed: boolean,
  blobs: BlobReader,
): Promise<WrittenBlocks> {
  switch (item.type) {
    case "message": {
      const role = item.role === "assistant" ? "assistant" : "user";
      const [only, ...others] = item.content;
      const isPlain = role === "user" && only?.type === "input_text" && others.length === 0;
      return { role, content: isPlain ? only.text : await partBlocks(item.content, blobs) };
    }
    case "reasoning":
      return { role: "assistant", content: [thoughtBlock(item)] };
    case "function_call": {
      const { call_id: id, name } = item;
      const input: unknown = JSON.parse(item.arguments);
      return { role: "assistant", content: [{ type: "tool_use", id, name, input }] };
    }
    case "function_call_output": {
      const { call_id: id, output } = item;
      const content = typeof output === "string" ? output : await partBlocks(output, blobs);
      const block = { tool_use_id: id, type: "tool_result", content };
      return { role: "user", content: [failed ? { ...block, is_error: true } : block] };
    }
    default:
      return { role: "user", content: [] };
  }
}

function thoughtBlock(item: ReasoningItem): JsonObject {
  const { redacted, signature } = item;
  if (typeof redacted === "string") return { type: "redacted_thinking", data: redacted };
  const thinking = item.content?.[0]?.text ?? "";
  return { type: "thinking", thinking, ...(typeof signature === "string" && { signature }) };
}

async function partBlocks(
  parts: readonly MessagePart[],
  blobs: BlobReader,
): Promise<readonly JsonObject[]> {
  const blocks: JsonObject[] = [];
  for (const part of parts) {
    if (part.type !== "input_image") blocks.push({ type: "text", text: part.text });
    else blocks.push({ type: "image", source: await imageSource(part, blobs) });
  }
  return blocks;
}

async function imageSource(image: InputImage, blobs: BlobReader): Promise<JsonObject> {
  const url = await restoreImageUrl(image, blobs);
  const inline = inlineSource(url);
  if (inline === null) return { type: "url", url };
  return { type: "base64", media_type: inline.mediaType, data: inline.data };
}
