/**
 * An estimate of a text's tokens from what it is made of. A tokenizer of today's models first cuts a
 * text into words, numbers, runs of signs and white space, and then each of these into tokens: most
 * of them into one. The figures below say into how many on average, by script and length; they were
 * fitted to o200k_base on texts other than the corpus they are tested with (`docs/tokens.md`).
 */

/** What is cut; a group for each kind, in the order of `roughTokens`. */
const KINDS = [
  String.raw`([^\r\n\p{L}\p{N}]?)(?:(\p{Lu}*\p{Ll}+)|(\p{Lu}+)|([\p{Lo}\p{Lm}\p{M}]+))`,
  String.raw`(\p{N}{1,3})`,
  String.raw`( ?[^\s\p{L}\p{N}]+[\r\n/]*)`,
  String.raw`(?:\s*[\r\n]+|\s+)`,
].join("|");
const PIECES = new RegExp(KINDS, "gu");

/** Perhaps encoded bytes: they are looked for first. */
const LONG_RUNS = /[A-Za-z0-9+/=_-]{24,}/g;

/** Characters to a token in base 64 and in hex digits. */
const BASE64_RATIO = 1.46;
const HEX_RATIO = 1.74;

/** Tokens of one character, where words have no letters of two cases. */
const PER_CHARACTER = { han: 0.78, kana: 0.74, hanAmongKana: 0.92, hangul: 0.73, other: 0.42 };

/**
 * Estimates how many tokens a text has.
 * @param text any text; an empty one has none
 * @returns a whole number, rounded up; within 20 % of o200k_base for prose, code, data and encoded
 *   bytes of the scripts in `docs/tokens.md`
 */
export function estimateTextTokens(text: string): number {
  return Math.ceil(roughTokens(text));
}

function roughTokens(text: string): number {
  let tokens = 0;
  let done = 0;
  for (const { 0: run, index } of text.matchAll(LONG_RUNS)) {
    const ratio = encodedRatio(run);
    if (ratio === null) continue;
    tokens += plainTokens(text.slice(done, index)) + run.length / ratio;
    done = index + run.length;
  }
  return tokens + plainTokens(text.slice(done));
}

/** Characters to a token in a run of encoded bytes; null: it reads like names. */
function encodedRatio(run: string): number | null {
  if (/^[0-9a-f-]+$|^[0-9A-F-]+$/.test(run)) return /[0-9a-fA-F]/.test(run) ? HEX_RATIO : null;
  const changes = countOf(run, /[a-z](?=[A-Z0-9+/])|[A-Z0-9](?=[a-z])|[A-Za-z](?=[0-9])/g);
  return changes > run.length / 5 ? BASE64_RATIO : null;
}

function plainTokens(text: string): number {
  let tokens = 0;
  for (const match of text.matchAll(PIECES)) {
    const [piece, lead = "", lower, upper, letters, digits, signs] = match;
    if (lower !== undefined) tokens += wordTokens(lower, lead);
    else if (upper !== undefined) tokens += capitalTokens(upper.length);
    else if (letters !== undefined) tokens += letterTokens(letters, lead);
    else if (digits !== undefined) tokens += 1;
    else if (signs !== undefined) tokens += signTokens(signs);
    else tokens += 1 + Math.floor(piece.length / 80); // white space
  }
  return tokens;
}

/** A word in letters of two cases, with the sign or space before it, which mostly joins it. */
function wordTokens(word: string, lead: string): number {
  const length = word.length;
  const beyond = (known: number) => Math.max(0, length - known);
  if (/[\u0250-\uffff]/.test(word)) {
    return lead === " " ? 1 + 0.18 * beyond(3) : 1 + Math.min(0.3 * beyond(2), 0.25 * length);
  }
  if (length > 15) return length / 4;
  if (/[^a-zA-Z]/.test(word)) return 1 + 0.2 * beyond(3);
  if (lead === " ") return 1 + 0.03 * beyond(6);
  return lead === "" ? 1 + 0.03 * beyond(3) : 1 + 0.09 * beyond(1);
}

function capitalTokens(length: number): number {
  return length <= 2 ? 1 : 1 + 0.17 * (length - 2);
}

/** Letters without case, and the sign before them, which joins them only when it is a space. */
function letterTokens(letters: string, lead: string): number {
  const han = countOf(letters, /\p{Script=Han}/gu);
  const kana = countOf(letters, /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu);
  const hangul = countOf(letters, /\p{Script=Hangul}/gu);
  const other = letters.length - han - kana - hangul;
  return (
    (lead > "\u007f" ? 0.8 : 0) +
    han * (kana > 0 ? PER_CHARACTER.hanAmongKana : PER_CHARACTER.han) +
    kana * PER_CHARACTER.kana +
    hangul * PER_CHARACTER.hangul +
    Math.max(0, other) * PER_CHARACTER.other
  );
}

/** What bytes that are no text read as, and what colours a terminal; white space is none of them. */
// eslint-disable-next-line no-control-regex -- controls are what it counts
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/** The escape of a terminal's colour is one token with the bracket after it, others are one each. */
const PER_CONTROL = 0.8;

/** A run of signs: ASCII ones in twos and threes, repeated ones at once, pictures at two each. */
function signTokens(signs: string): number {
  const pictures = countOf(signs, /\p{Extended_Pictographic}|\p{Regional_Indicator}/gu);
  const joints = countOf(signs, /\u200d|\p{Emoji_Modifier}/gu);
  const selectors = countOf(signs, /\ufe0f/gu);
  const foreign = countOf(signs, /[\u0080-\u{10ffff}]/gu) - pictures - joints - selectors;
  const controls = countOf(signs, CONTROLS);
  const ascii = countOf(signs, /[\u0021-\u007e]/g);
  const repeated = /^\s?(.)\1*\s*$/u.test(signs);
  const plain = repeated ? 1 + ascii / 40 : Math.max(1, 1 + 0.4 * (ascii - 3));
  return (
    pictures * 2.2 +
      joints +
      controls * PER_CONTROL +
      Math.max(0, foreign) * (repeated ? 0.3 : 1) +
      (ascii > 0 ? plain : 0) || 1
  );
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** What is looked at of each text: enough to tell, whatever its length. */
const LOOKED_AT = 2_000;

const SCRIPTS: readonly (readonly [name: string, letter: RegExp])[] = [
  ["Latin", /\p{Script=Latin}/gu],
  ["Han", /\p{Script=Han}/gu],
  ["Kana", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Hangul", /\p{Script=Hangul}/gu],
  ["Cyrillic", /\p{Script=Cyrillic}/gu],
  ["Greek", /\p{Script=Greek}/gu],
  ["Arabic", /\p{Script=Arabic}/gu],
  ["Hebrew", /\p{Script=Hebrew}/gu],
  ["Devanagari", /\p{Script=Devanagari}/gu],
  ["Thai", /\p{Script=Thai}/gu],
];

/** Letters of every script, those without a row of their own included. */
const LETTER = /\p{L}/gu;

/**
 * The script that most letters of some texts are in: by their first 2,000 characters each. Where
 * kana is among Han, it is Japanese, and called Kana.
 * @returns `mixed` when none has half of the letters, `none` when there are no letters
 */
export function dominantScript(texts: Iterable<string>): string {
  const counts = new Map<string, number>();
  let letters = 0;
  for (const whole of texts) {
    const text = whole.slice(0, LOOKED_AT);
    const found = countOf(text, LETTER);
    letters += found;
    if (/^[\0-\x7f]*$/.test(text)) add(counts, "Latin", found);
    else for (const [name, letter] of SCRIPTS) add(counts, name, countOf(text, letter));
  }
  if (letters === 0) return "none";
  joinJapanese(counts);
  const [name, most] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  return most * 2 >= letters ? name : "mixed";
}

function joinJapanese(counts: Map<string, number>): void {
  const [han, kana] = [counts.get("Han") ?? 0, counts.get("Kana") ?? 0];
  if (kana * 4 < han || kana === 0) return;
  counts.set("Kana", han + kana);
  counts.delete("Han");
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
