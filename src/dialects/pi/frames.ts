import { sliceKey, type ForeignHole } from "../keeping/foreign-form.js";
import type { ReadPart } from "../tree/read-item.js";

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
export class FramedText {
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
