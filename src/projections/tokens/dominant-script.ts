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

function countOf(text: string, letter: RegExp): number {
  return text.match(letter)?.length ?? 0;
}
