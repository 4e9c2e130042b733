/**
 * Colours of a terminal, and escapes as source code spells them: what they end with is a letter, which
 * would make one word of itself and a secret right behind it.
 */
const ESCAPE =
  // eslint-disable-next-line no-control-regex -- the escape character is what it looks for
  /(?:\x1b|\\(?:u001b|x1b|033|e))\[[0-9;:?]{0,32}[A-Za-z]|\\[nrtbfv]/gi;

/** A text of the same length with spaces where escapes stood; the same text if there are none. */
export function blankEscapes(text: string): string {
  if (!text.includes("\x1b") && !text.includes("\\")) return text;
  return text.replace(ESCAPE, (escape) => " ".repeat(escape.length));
}
