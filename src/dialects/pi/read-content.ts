import type { OutputPart } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { type ForeignHole, sliceKey } from "../shared/foreign-form.js";
import { blockType, textAt } from "../shared/json-members.js";
import { base64Image, messageOf, type ReadItem, type ReadPart } from "../shared/read-items.js";

/** What an entry shows to the model. */
export interface ReadItems {
  readonly items: readonly ReadItem[];
  /** Types of blocks that have no meaning here; they are kept with their line. */
  readonly unread: readonly string[];
}

/** The parts of a content that is shown to the model. */
interface ReadContent {
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

/** A command that the user ran, in the words in which pi shows it to the model. */
export function readBashExecution(message: JsonObject): ReadItems {
  const text = new FramedText().add("Ran `");
  text.member(["message", "command"], textAt(message, "command") ?? "").add("`\n");
  const output = textAt(message, "output") ?? "";
  if (output === "") text.add("(no output)");
  else text.add("```\n").member(["message", "output"], output).add("\n```");
  return { items: [messageOf("user", [text.add(endingOf(message)).part])], unread: [] };
}

function endingOf(message: JsonObject): string {
  const { cancelled, exitCode, truncated } = message;
  const path = textAt(message, "fullOutputPath") ?? "";
  const hasFailed = typeof exitCode === "number" && exitCode !== 0;
  const end = hasFailed ? `\n\nCommand exited with code ${exitCode}` : "";
  const rest = path === "" ? "" : `\n\n[Output truncated. Full output: ${path}]`;
  return (cancelled === true ? "\n\n(command cancelled)" : end) + (truncated === true ? rest : "");
}

/** What pi puts around a summary when it shows it to the model. */
interface Frame {
  readonly before: string;
  readonly after: string;
}

export const COMPACTION_FRAME: Frame = {
  before:
    "The conversation history before this point was compacted into the following summary:\n\n<summary>\n",
  after: "\n</summary>",
};

export const BRANCH_FRAME: Frame = {
  before:
    "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n",
  after: "</summary>",
};

/** A text that is made of a line's members and of pi's own words. */
class FramedText {
  #text = "";
  readonly #holes: ForeignHole[] = [];

  add(words: string): this {
    this.#text += words;
    return this;
  }

  /** @param path of the member in the line; an empty text stays there */
  member(path: readonly string[], words: string): this {
    const slice = sliceKey(this.#text.length, words.length);
    if (words.length > 0) this.#holes.push([path, ["text", slice]]);
    return this.add(words);
  }

  get part(): ReadPart<{ readonly type: "input_text"; text: string }> {
    return { part: { type: "input_text", text: this.#text }, holes: this.#holes };
  }
}

export function framed(
  { before, after }: Frame,
  path: readonly string[],
  words: string,
): FramedText {
  return new FramedText().add(before).member(path, words).add(after);
}

/** A text without the frame around it; null: it has none. */
export function unframed({ before, after }: Frame, text: string): string | null {
  const isFramed =
    text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return isFramed ? text.slice(before.length, text.length - after.length) : null;
}
