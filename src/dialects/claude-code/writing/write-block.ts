import type { InputImage, KnownItem, MessagePart } from "../../../events/item.js";
import type { JsonObject } from "../../../events/primitives.js";
import type { BlobReader } from "../../keeping/kept-bytes.js";
import { restoreImageUrl } from "../../keeping/restore-item.js";
import { inlineSource } from "./inline-source.js";

export interface WrittenBlocks {
  readonly role: "user" | "assistant";
  readonly content: string | readonly JsonObject[];
}

/**
 * The content of a line for an item in a transcript's spelling (`spellItem`), its images inline.
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

function thoughtBlock(item: Extract<KnownItem, { type: "reasoning" }>): JsonObject {
  const { redacted, signature } = item;
  if (typeof redacted === "string") return { type: "redacted_thinking", data: redacted };
  const thinking = item.content?.[0]?.text ?? "";
  return { type: "thinking", thinking, ...(typeof signature === "string" && { signature }) };
}

async function partBlocks(
  parts: readonly MessagePart[],
  blobs: BlobReader,
): Promise<readonly JsonObject[]> {
  return Promise.all(
    parts.map(async (part): Promise<JsonObject> => {
      if (part.type !== "input_image") return { type: "text", text: part.text };
      return { type: "image", source: await imageSource(part, blobs) };
    }),
  );
}

async function imageSource(image: InputImage, blobs: BlobReader): Promise<JsonObject> {
  const url = await restoreImageUrl(image, blobs);
  const inline = inlineSource(url);
  if (inline === null) return { type: "url", url };
  return { type: "base64", media_type: inline.mediaType, data: inline.data };
}
