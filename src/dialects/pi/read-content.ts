import type { OutputPart } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { type ForeignHole, Path, sliceKey } from "../shared/foreign-form.js";
import { textAt } from "../shared/json.js";
import { base64Image, inputText, readList, type ReadPart } from "../shared/read-items.js";

const TEXT = Path.of("text");
const COMMAND = Path.of("message", "command");
const OUTPUT = Path.of("message", "output");

/** The parts of a content that is shown to the model: a text, or a list of texts and images. */
export function readContent(
  content: unknown,
  path: Path,
): { readonly parts: readonly ReadPart<OutputPart>[]; readonly unread: readonly string[] } {
  if (typeof content === "string") return { parts: [inputText(content, path)], unread: [] };
  const unread: string[] = [];
  return { parts: readList(content, { path, unread }, readPart), unread };
}

function readPart(block: JsonObject, path: Path): ReadPart<OutputPart> | null {
  if (block.type === "text" && typeof block.text === "string") {
    return inputText(block.text, path.at("text"));
  }
  if (block.type !== "image") return null;
  return base64Image(block.mimeType, block.data, path.at("data"));
}

/** A text that is made of a line's members and of pi's own words. */
export class FramedText {
  #text = "";
  readonly #holes: ForeignHole[] = [];

  add(words: string): this {
    this.#text += words;
    return this;
  }

  /** @param path of the member in the line; an empty text stays there */
  member(path: Path, words: string): this {
    const slice = sliceKey(this.#text.length, words.length);
    if (words.length > 0) this.#holes.push(path.into(TEXT.at(slice)));
    return this.add(words);
  }

  get part(): ReadPart<{ readonly type: "input_text"; text: string }> {
    return { part: { type: "input_text", text: this.#text }, holes: this.#holes };
  }
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

export function framed({ before, after }: Frame, path: Path, words: string): FramedText {
  return new FramedText().add(before).member(path, words).add(after);
}

/** A text without the frame around it; null: it has none. */
export function unframed({ before, after }: Frame, text: string): string | null {
  const isFramed =
    text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return isFramed ? text.slice(before.length, text.length - after.length) : null;
}

/** A command that the user ran, in the words in which pi shows it to the model. */
export function bashText(message: JsonObject): FramedText {
  const text = new FramedText().add("Ran `");
  text.member(COMMAND, textAt(message, "command") ?? "").add("`\n");
  const output = textAt(message, "output") ?? "";
  if (output === "") text.add("(no output)");
  else text.add("```\n").member(OUTPUT, output).add("\n```");
  const { cancelled, exitCode, truncated } = message;
  const path = textAt(message, "fullOutputPath") ?? "";
  const hasFailed = typeof exitCode === "number" && exitCode !== 0;
  if (cancelled === true) text.add("\n\n(command cancelled)");
  else if (hasFailed) text.add(`\n\nCommand exited with code ${exitCode}`);
  if (truncated === true && path !== "") text.add(`\n\n[Output truncated. Full output: ${path}]`);
  return text;
}
