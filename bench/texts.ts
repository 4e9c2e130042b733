import { SeededRandom } from "./random.js";

const WORDS = (
  "the a of to in is it for on with this that from export const function return await if else import " +
  "test describe expect value error offset thread event read write path index number string null true " +
  "src/store/log.ts src/cli/main.ts node_modules 42 1024 => === && || {} () [] // TODO"
).split(" ");
const CORPUS_LENGTH = 2_000_000;

/** Texts that look like what tools print: words, quotes, indented lines; cut from one long text. */
export class Texts {
  readonly #random: SeededRandom;
  readonly #corpus: string;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    const parts: string[] = [];
    for (let length = 0; length < CORPUS_LENGTH;) {
      const word = WORDS[this.#random.below(WORDS.length)] ?? "";
      const roll = this.#random.next();
      const part = roll < 0.12 ? `${word}\n  ` : roll < 0.15 ? `"${word}" ` : `${word} `;
      parts.push(part);
      length += part.length;
    }
    this.#corpus = parts.join("");
  }

  /** A text of this many characters, all of them one byte long. */
  of(length: number): string {
    const whole = Math.round(length);
    const start = this.#random.below(Math.max(1, this.#corpus.length - whole));
    // Copied, so that it is a text of its own, as one that came over the network is.
    return Buffer.from(this.#corpus.slice(start, start + whole)).toString("latin1");
  }

  /** A text of log-normal length. */
  around(median: number, ninetyNinth: number): string {
    return this.of(Math.min(this.#random.logNormal(median, ninetyNinth), CORPUS_LENGTH / 2));
  }
}
