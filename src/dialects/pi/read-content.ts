import { blockType } from "../tree/block-type.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { OutputPart } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ForeignHole } from "../keeping/foreign-form.js";
import { base64Image } from "../tree/base64-image.js";
import type { ReadItem, ReadPart } from "../tree/read-item.js";

/** What an entry shows to the model. */
export interface ReadItems {
  readonly items: readonly ReadItem[];
  /** Types of blocks that have no meaning here; they are kept with their line. */
  readonly unread: readonly string[];
}

/** The parts of a content that is shown to the model. */
export interface ReadContent {
  readonly parts: readonly ReadPart<OutputPart>[];
  /** Types of blocks that have no meaning here; they are kept with their line. */
  readonly unread: readonly string[];
}

/**
 * The texts and images of a content: a text, or a list of blocks.
 * @param path of the content in the line
 */
export function readContent(content: unknown, path: readonly string[]): ReadContent {
  if (typeof content === "string") {
    const part = { type: "input_text" as const, text: content };
    return { parts: [{ part, holes: [[path, ["text"]]] }], unread: [] };
  }
  const parts: ReadPart<OutputPart>[] = [];
  const unread: string[] = [];
  for (const [index, block] of blocksOf(content).entries()) {
    const read = readPart(block, [...path, String(index)]);
    if (read === null) unread.push(blockType(block));
    else parts.push(read);
  }
  return { parts, unread };
}

/** @returns the list of a content that is one */
export function blocksOf(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : [];
}

function readPart(block: unknown, path: readonly string[]): ReadPart<OutputPart> | null {
  if (!isJsonObject(block)) return null;
  if (block.type === "text" && typeof block.text === "string") {
    const hole: ForeignHole = [[...path, "text"], ["text"]];
    return { part: { type: "input_text", text: block.text }, holes: [hole] };
  }
  return block.type === "image" ? readImage(block, path) : null;
}

function readImage(
  { mimeType, data }: JsonObject,
  path: readonly string[],
): ReadPart<OutputPart> | null {
  return base64Image(mimeType, data, [...path, "data"]);
}
