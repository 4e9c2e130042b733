/** How many texts are remembered: ids come back soon, and models are few. */
const REMEMBERED = 32;

/** Gives equal texts that come soon after each other as one: a parser makes each anew. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  readonly share = <Text extends string | null>(text: Text): Text | string => {
    if (text === null) return text;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const [oldest] = this.#texts.keys();
    if (oldest !== undefined && this.#texts.size >= REMEMBERED) this.#texts.delete(oldest);
    this.#texts.set(text, text);
    return text;
  };
}
