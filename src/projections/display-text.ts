/**
 * Makes characters visible that would do something to a terminal, a page or a reader's eye instead
 * of being seen: controls other than line feed and tab, marks that turn the direction of writing,
 * invisible ones, and lone surrogates. A carriage return before a line feed goes with it.
 */
export function neutraliseText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNSEEN, visible);
}

const UNSEEN =
  // eslint-disable-next-line no-control-regex -- controls are what it is for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code); // control pictures
  return code === 0x7f ? "\u2421" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** The word that goes with a count: `item` with one, else `items`; also `is`, else `are`. */
export function nounFor(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
