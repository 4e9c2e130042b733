/**
 * Characters of a session's text that could drive a terminal, reorder what it shows, or hide: C0 and
 * C1 controls, DEL, marks that turn the direction of writing, invisible and tag characters, lone
 * surrogates. Zero-width joiners stay, emoji are made with them. A line feed and a tab are layout.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- controls are what it is for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Nothing in it is unsafe, nor a carriage return or tab. Most lines are so, and this is told quickly. */
const SAFE = /^[\n -~\u00a0-\u061b\u2010-\u2027\u2500-\u257f]*$/;

/** Text over several lines: unsafe characters become visible escapes, a tab four spaces. */
export function neutralise(text: string): string {
  if (SAFE.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(UNSAFE, visible).replaceAll("\t", "    ");
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
