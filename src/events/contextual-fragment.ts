import {
  CONTEXTUAL_DEVELOPER_MARKERS,
  CONTEXTUAL_USER_MARKERS,
  HOOK_PROMPT,
  type MarkerPair,
} from "../fragment-markers.js";
import { ownMember } from "./json.js";
import { contentEnd, contentStart, isBlank, trimWhiteSpace } from "./white-space.js";

/**
 * True for a text that a session injected on the user's side: one fragment between its markers and
 * nothing around it but white space, or a hook prompt (docs/semantics.md §4.4).
 */
export function isContextualUserText(text: string): boolean {
  return isMarkedUserText(text) || readHookPrompt(text) !== null;
}

/** The same without hook prompts. */
export function isMarkedUserText(text: string): boolean {
  return hasOneOfMarkersAround(text, CONTEXTUAL_USER_MARKERS);
}

/** True when a text, white space aside, starts and ends with one of the pairs, whatever its case. */
export function hasOneOfMarkersAround(text: string, pairs: readonly MarkerPair[]): boolean {
  const start = contentStart(text);
  if (start === text.length) return false;
  const end = contentEnd(text);
  return pairs.some(
    ({ open, close }) =>
      hasMarkerAt(text, start, open) && hasMarkerAt(text, end - close.length, close),
  );
}

/** True for a text that a session injected as developer: how it starts decides (§4.9). */
export function isContextualDeveloperText(text: string): boolean {
  const start = contentStart(text);
  return CONTEXTUAL_DEVELOPER_MARKERS.some((marker) => hasMarkerAt(text, start, marker));
}

interface HookPrompt {
  readonly text: string;
  readonly hookRunId: string;
}

const ELEMENT = new RegExp(
  `^<${HOOK_PROMPT.element}((?:\\s+[^\\s=<>"'/]+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(?:/>|>([^]*)</${HOOK_PROMPT.element}\\s*>)$`,
);
const ATTRIBUTE = /([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** What may stand inside an element besides characters and references. */
const CDATA = { open: "<![CDATA[", close: "]]>" } as const;
const COMMENT = { open: "<!--", close: "-->" } as const;

/**
 * Reads a hook prompt: `<hook_prompt hook_run_id="ID">TEXT</hook_prompt>` as XML, white space around
 * it apart (docs/semantics.md §4.4).
 * @returns null when the text is not that element alone, or its id is blank
 */
export function readHookPrompt(text: string): HookPrompt | null {
  if (!text.includes(`<${HOOK_PROMPT.element}`)) return null;
  const element = ELEMENT.exec(trimWhiteSpace(text));
  if (element === null) return null;
  const hookRunId = attributeValue(element[1] ?? "", HOOK_PROMPT.attribute);
  const content = contentText(element[2] ?? "");
  if (hookRunId === null || isBlank(hookRunId) || content === null) return null;
  return { text: content, hookRunId };
}

/** @returns null when the attribute is missing, stands there twice or is not XML */
function attributeValue(attributes: string, name: string): string | null {
  const found = [...attributes.matchAll(ATTRIBUTE)].filter((match) => match[1] === name);
  const value = found[0]?.[2] ?? found[0]?.[3];
  return found.length === 1 && value !== undefined ? decodeReferences(value) : null;
}

/** @returns the characters of an element's content; null when it holds markup or broken references */
function contentText(content: string): string | null {
  let text = "";
  let from = 0;
  // By hand: a pattern would look for the closing marker again from every opening one.
  for (;;) {
    const markup = content.indexOf("<", from);
    const characters = decodeReferences(content.slice(from, markup === -1 ? undefined : markup));
    if (characters === null) return null;
    text += characters;
    if (markup === -1) return text;
    const isCdata = content.startsWith(CDATA.open, markup);
    if (!isCdata && !content.startsWith(COMMENT.open, markup)) return null;
    const { open, close } = isCdata ? CDATA : COMMENT;
    const end = content.indexOf(close, markup + open.length);
    if (end === -1) return null;
    if (isCdata) text += content.slice(markup + open.length, end);
    from = end + close.length;
  }
}

const REFERENCE = /&([^&;]*)(;?)/g;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** @returns null when a reference is unknown or not closed */
function decodeReferences(text: string): string | null {
  let decoded = "";
  let from = 0;
  for (const reference of text.matchAll(REFERENCE)) {
    const character = reference[2] === ";" ? referredCharacter(reference[1] ?? "") : null;
    if (character === null) return null;
    decoded += text.slice(from, reference.index) + character;
    from = reference.index + reference[0].length;
  }
  return decoded + text.slice(from);
}

function referredCharacter(name: string): string | null {
  const digits = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(name);
  if (digits === null) return ownMember(NAMED, name) ?? null;
  const hex = digits[1];
  const code = hex === undefined ? Number.parseInt(digits[2] ?? "", 10) : Number.parseInt(hex, 16);
  const isScalar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar ? String.fromCodePoint(code) : null;
}

function hasMarkerAt(text: string, at: number, marker: string): boolean {
  if (at < 0 || at + marker.length > text.length) return false;
  for (let index = 0; index < marker.length; index++) {
    if (lower(text.charCodeAt(at + index)) !== lower(marker.charCodeAt(index))) return false;
  }
  return true;
}

function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}
