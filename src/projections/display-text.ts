/**
 * Characters of a session's text that could drive a terminal, reorder what it shows, or hide: C0 and
 * C1 controls, DEL, marks that turn the direction of writing, invisible and tag characters, lone
 * surrogates. Zero-width joiners and the first sixteen variation selectors stay, emoji are made with them. A
 * line feed and a tab are layout.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- it matches controls on purpose
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|\p{Surrogate}/gu;

/** Most texts match this: nothing unsafe, no carriage return, no tab. */
const SAFE = /^[\n -~\u00a0-\u00ac\u00ae-\u034e\u0350-\u061b\u2010-\u2027\u2500-\u257f]*$/;

/**
 * What a program sends to a terminal beside its words: a control sequence (colours, the cursor), a
 * string up to its end (a title, the target of a link; a longer one is no such string), any other
 * escape. Seven-bit and eight-bit forms, and a sequence that was cut off.
 */
const ESCAPES =
  // eslint-disable-next-line no-control-regex -- it matches controls on purpose
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*(?:[@-~]|$)|(?:\x1b[P\]X^_]|[\x90\x98\x9d-\x9f])[^\x07\n\x1b\x90\x98\x9c-\x9f]{0,2048}(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/g;
// eslint-disable-next-line no-control-regex -- it matches controls on purpose
const ESCAPE_START = /[\x1b\x90\x98\x9b\x9d-\x9f]/;

/** The beginning of a text, so many units at most: a pair of surrogates is not torn apart. */
export function beginning(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}

/** What a session says, as people read it: without the escape sequences of the programs that it ran. */
export function withoutEscapes(text: string): string {
  return ESCAPE_START.test(text) ? text.replace(ESCAPES, "") : text;
}

/** A session's text for a document or a page: without escape sequences; what is unsafe beside them becomes visible. */
export function neutraliseText(text: string): string {
  return SAFE.test(text) ? text : visibly(withoutEscapes(text));
}

/** Text for a terminal, over several lines: what is unsafe becomes visible, and a tab four spaces. */
export function neutralise(text: string): string {
  return (SAFE.test(text) ? text : visibly(text)).replaceAll("\t", "    ");
}

function visibly(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNSAFE, visible);
}

/** A session's text on one line: without escape sequences; every run of white space becomes a space. */
export function neutraliseLine(text: string): string {
  return visibleLine(withoutEscapes(text));
}

/** The same with escape sequences visible: for logs, and for names that are to be found again. */
export function visibleLine(text: string): string {
  const line = withSingleSpaces(text).trim();
  return SAFE.test(line) ? line : line.replace(UNSAFE, visible);
}

/** Every run of white space becomes a space. */
export function withSingleSpaces(text: string): string {
  return text.replace(WHITE_SPACE, " ");
}

/** Runs of it, and any that is no space: to replace each space by itself takes 20 times a text's memory. */
const WHITE_SPACE = /\s\s+|[^\S ]/gu;

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

const TOOL_NAMES: ReadonlyMap<string, string> = new Map([
  ["codex", "Codex"],
  ["claude-code", "Claude Code"],
  ["pi", "pi"],
  ["refold", "Refold"],
]);

/** The tool of a session, as people call it. */
export function toolName({
  tool,
  collection,
}: {
  readonly tool: string;
  readonly collection: string;
}): string {
  const name = TOOL_NAMES.get(tool) ?? neutraliseLine(tool);
  return collection === "refold" && tool !== "refold" ? `${name}, imported` : name;
}
