/**
 * Characters of a session's text that could drive a terminal, reorder what it shows, or hide: C0 and
 * C1 controls, DEL, marks that turn the direction of writing, invisible and tag characters, lone
 * surrogates. Zero-width joiners stay, emoji are made with them. A line feed and a tab are layout.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- it matches controls on purpose
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Most texts match this: nothing unsafe, no carriage return, no tab. */
const SAFE = /^[\n -~\u00a0-\u061b\u2010-\u2027\u2500-\u257f]*$/;

/** Text for a document or a page: unsafe characters become visible escapes. */
export function neutraliseText(text: string): string {
  return SAFE.test(text) ? text : text.replaceAll("\r\n", "\n").replace(UNSAFE, visible);
}

/** Text for a terminal, over several lines: a tab becomes four spaces too. */
export function neutralise(text: string): string {
  return neutraliseText(text).replaceAll("\t", "    ");
}

/** The same on one line: every run of white space becomes a space. */
export function neutraliseLine(text: string): string {
  const line = (WHITE_SPACE.test(text) ? text.replace(/\s+/gu, " ") : text).trim();
  return SAFE.test(line) ? line : line.replace(UNSAFE, visible);
}

/** Runs of it, or any that is no space. */
const WHITE_SPACE = /\s\s|[^\S ]/u;

/** JSON whose strings cannot drive a terminal either; it parses to the same value. */
export function neutraliseJson(json: string): string {
  return json.replace(UNSAFE, jsonEscape);
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

function jsonEscape(character: string): string {
  let escaped = "";
  for (let unit = 0; unit < character.length; unit += 1) {
    escaped += `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}

/** The word that goes with a count: `item` with one, else `items`; also `is`, else `are`. */
export function nounFor(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
