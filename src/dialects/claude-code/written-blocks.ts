import type { InputImage, KnownItem, MessagePart } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { restoreImageUrl } from "../shared/encode-kept.js";
import type { BlobReader } from "../shared/kept-bytes.js";
import { inlineSource } from "./spelling.js";

interface WrittenBlocks {
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

/** @property output the tool's output in the line; null: it holds none */
interface HeldLine {
  readonly line: JsonObject;
  readonly output: KnownItem | null;
}

/**
 * The answer whose lines are held back until it is known what its request cost: they say it, and the
 * report comes behind them, often behind the outputs of its calls too.
 */
export class OpenAnswer {
  readonly lines: HeldLine[] = [];
  /** Outputs of its calls came: whatever the model says next is another answer. */
  #isAnswered = false;
  readonly #said = new Set<string>();
  readonly #texts: string[] = [];

  constructor(
    readonly messageId: string,
    /** What its first line follows. */
    readonly parentUuid: string | null,
    /** Its request was reported. */
    public isCounted: boolean,
  ) {}

  /** False for what a reader would take for a repetition of it, or for a longer form of a text in it. */
  takes(item: KnownItem): boolean {
    if (this.#isAnswered) return false;
    const { key, words } = wordsOf(item);
    return !this.#said.has(key) && !this.#texts.some((text) => words?.startsWith(text) === true);
  }

  add(item: KnownItem, line: JsonObject): void {
    const { key, words } = wordsOf(item);
    this.#said.add(key);
    if (words !== null) this.#texts.push(words);
    this.lines.push({ line, output: null });
  }

  addOutput(line: JsonObject, output: KnownItem): void {
    this.#isAnswered = true;
    this.lines.push({ line, output });
  }
}

/** What tells a block, and the text that another could be a longer form of. */
function wordsOf(item: KnownItem): { readonly key: string; readonly words: string | null } {
  if (item.type === "function_call") return { key: `call ${item.call_id}`, words: null };
  if (item.type === "message") {
    const [part] = item.content;
    const words = part === undefined || part.type === "input_image" ? "" : part.text;
    return { key: `text ${words}`, words };
  }
  const words = item.type === "reasoning" ? (item.content?.[0]?.text ?? null) : null;
  return { key: JSON.stringify(item), words };
}
