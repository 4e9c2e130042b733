/**
 * An estimate of a text's tokens from what it is made of. A tokenizer of today's models first cuts a
 * text into words, numbers, runs of signs and white space, and then each of these into tokens: most
 * of them into one. The figures below say into how many on average, by script and length; they were
 * fitted to o200k_base on texts other than the corpus they are tested with (`docs/tokens.md`).
 */
/**
 * Estimates how many tokens a text has.
 * @param text any text; an empty one has none
 * @returns a whole number, rounded up; within 20 % of o200k_base for prose, code, data and encoded
 *   bytes of the scripts in `docs/tokens.md`
 */
export declare function estimateTextTokens(text: string): number;
/**
 * The script that most letters of some texts are in: by their first 2,000 characters each. Where
 * kana is among Han, it is Japanese, and called Kana.
 * @returns `mixed` when none has half of the letters, `none` when there are no letters
 */
export declare function dominantScript(texts: Iterable<string>): string;
