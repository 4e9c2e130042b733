import type { Stretch } from "./own-patterns.js";

/** A text as it reads, and where each of its characters stands in the text that it was read from. */
export interface SpelledText {
  readonly text: string;
  /** The stretch of the original that a stretch of `text` was read from. */
  sourceOf(stretch: Stretch): Stretch;
}

/** Characters as URLs, also URLs in URLs, and source code spell them: `%40`, `%2540`, `\u0040`. */
const SPELLED = /%(?:25){0,3}([0-9a-f]{2})|\\{1,8}u([0-9a-f]{4})/gi;

/** What a text says when it spells characters; null: it spells none. */
export function readSpelled(text: string): SpelledText | null {
  const pieces: string[] = [];
  const places: number[] = []; // where each character of what is read begins in the original
  let end = 0;
  const copyTo = (next: number): void => {
    pieces.push(text.slice(end, next));
    for (let at = end; at < next; at++) places.push(at);
  };
  for (const { 0: spelled, 1: percent, 2: escape, index } of text.matchAll(SPELLED)) {
    copyTo(index);
    pieces.push(read(parseInt(percent ?? escape ?? "", 16), percent !== undefined));
    places.push(index);
    end = index + spelled.length;
  }
  if (end === 0) return null;
  copyTo(text.length);
  places.push(text.length);
  return {
    text: pieces.join(""),
    sourceOf: ({ from, to }) => ({
      from: places[from] ?? text.length,
      to: places[to] ?? text.length,
    }),
  };
}

/** Bytes of other characters than ASCII's are no part of any secret's shape. */
function read(code: number, isByte: boolean): string {
  return isByte && code > 0x7f ? "\ufffd" : String.fromCharCode(code);
}
