import { blockType } from "../tree/block-type.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { KnownItem, OutputPart } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ForeignHole } from "../keeping/foreign-form.js";
import type { ReadPart } from "../tree/read-item.js";
import { readImage } from "./read-image.js";

/** What a `tool_result` block says. */
export interface ReadToolResult {
  readonly item: KnownItem;
  readonly failed: boolean;
  /** Paths start at the block, and at the item. */
  readonly holes: readonly ForeignHole[];
  /** Types of blocks inside that have no meaning here. */
  readonly unread: readonly string[];
}

/** A tool's output: a text, or a list of texts and images. @returns null when it names no call */
export function readToolResult(block: JsonObject): ReadToolResult | null {
  const { tool_use_id: callId, content } = block;
  if (typeof callId !== "string") return null;
  const failed = block.is_error === true;
  const output = (value: string | OutputPart[]): KnownItem => {
    return { type: "function_call_output", call_id: callId, output: value };
  };
  if (typeof content === "string") {
    return { item: output(content), failed, holes: [[["content"], ["output"]]], unread: [] };
  }
  if (!Array.isArray(content)) return { item: output(""), failed, holes: [], unread: [] };
  const parts: OutputPart[] = [];
  const holes: ForeignHole[] = [];
  const unread: string[] = [];
  for (const [index, inner] of content.entries()) {
    const read = readPart(inner);
    if (read === null) {
      unread.push(blockType(inner));
      continue;
    }
    const place = ["output", String(parts.length)];
    holes.push(
      ...read.holes.map(([inPart, path]): ForeignHole => [
        ["content", String(index), ...inPart],
        [...place, ...path],
      ]),
    );
    parts.push(read.part);
  }
  return { item: output(parts), failed, holes, unread };
}

function readPart(block: unknown): ReadPart<OutputPart> | null {
  if (!isJsonObject(block)) return null;
  if (block.type === "text" && typeof block.text === "string") {
    return { part: { type: "input_text", text: block.text }, holes: [[["text"], ["text"]]] };
  }
  if (block.type === "tool_reference" && typeof block.tool_name === "string") {
    const part: OutputPart = { type: "input_text", text: block.tool_name }; // a tool that was found
    return { part, holes: [[["tool_name"], ["text"]]] };
  }
  return block.type === "image" ? readImage(block) : null;
}
