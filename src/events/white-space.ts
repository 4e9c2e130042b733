/**
 * Unicode white space (the property `White_Space`), which is what "trimmed" means everywhere
 * (docs/semantics.md §1.3). `String.prototype.trim` differs: it takes U+FEFF and leaves U+0085.
 */
const LEADING = /^\p{White_Space}+/u;
const WHITE_SPACE = /\p{White_Space}/u;

export function trimWhiteSpace(text: string): string {
  return text.slice(contentStart(text), contentEnd(text));
}

export function isBlank(text: string): boolean {
  return contentStart(text) === text.length;
}

/** Index of the first unit that is no white space; the length when all is. */
export function contentStart(text: string): number {
  return LEADING.exec(text)?.[0].length ?? 0;
}

/** Index after the last unit that is no white space; never before `contentStart`. */
export function contentEnd(text: string): number {
  const start = contentStart(text);
  let end = text.length;
  // Backwards by hand: a pattern anchored at the end would try every place of a long text. All white
  // space is in the basic plane, so a unit is enough.
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return end;
}
