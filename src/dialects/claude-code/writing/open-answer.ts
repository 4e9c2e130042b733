import type { KnownItem } from "../../../events/item.js";
import type { JsonObject } from "../../../events/primitives.js";

/** @property output the tool's output in the line; null: it holds none */
export interface HeldLine {
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
