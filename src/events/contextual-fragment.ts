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
  return isMarkedUserText(text) || isHookPrompt(text);
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

const ELEMENT = new RegExp(
  `^<${HOOK_PROMPT.element}((?:\\s+[^\\s=<>"'/]+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(?:/>|>([^]*)</${HOOK_PROMPT.element}\\s*>)$`,
);
const ATTRIBUTE = /([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** What may be inside an element besides characters and references. */
const CDATA = { open: "<![CDATA[", close: "]]>" } as const;
const COMMENT = { open: "<!--", close: "-->" } as const;

/**
 * True for a hook prompt, `<hook_prompt hook_run_id="ID">TEXT</hook_prompt>` as XML: that element
 * alone, white space around it apart, whose id is not blank (docs/semantics.md §4.4).
 */
export function isHookPrompt(text: string): boolean {
  if (!text.includes(`<${HOOK_PROMPT.element}`)) return false;
  const element = ELEMENT.exec(trimWhiteSpace(text));
  if (element === null) return false;
  const hookRunId = attributeValue(element[1] ?? "", HOOK_PROMPT.attribute);
  return hookRunId !== null && !isBlank(hookRunId) && isCharacterData(element[2] ?? "");
}

/** @returns null when the attribute is missing, occurs twice or is not XML */
function attributeValue(attributes: string, name: string): string | null {
  const found = [...attributes.matchAll(ATTRIBUTE)].filter((match) => match[1] === name);
  const value = found[0]?.[2] ?? found[0]?.[3];
  return found.length === 1 && value !== undefined ? decodeReferences(value) : null;
}

/** False where an element's content holds markup or broken references. */
function isCharacterData(content: string): boolean {
  let from = 0;
  // By hand: a pattern would look for the closing marker again from every opening one.
  for (;;) {
    const markup = content.indexOf("<", from);
    const characters = content.slice(from, markup === -1 ? undefined : markup);
    if (decodeReferences(characters) === null) return false;
    if (markup === -1) return true;
    const section = [CDATA, COMMENT].find(({ open }) => content.startsWith(open, markup));
    if (section === undefined) return false;
    const end = content.indexOf(section.close, markup + section.open.length);
    if (end === -1) return false;
    from = end + section.close.length;
  }
}

const REFERENCE = /&[^&;]*;?/g;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** @returns null when a reference is unknown or not closed */
function decodeReferences(text: string): string | null {
  const broken = text.match(REFERENCE)?.some((reference) => characterOf(reference) === null);
  return broken === true ? null : text.replace(REFERENCE, (each) => characterOf(each) ?? "");
}

function characterOf(reference: string): string | null {
  const [, name = "", decimal, hex] =
    /^&(#([0-9]+)|#x([0-9a-fA-F]+)|[^#]*);$/.exec(reference) ?? [];
  if (decimal === undefined && hex === undefined) return ownMember(NAMED, name) ?? null;
  const code = Number.parseInt(hex ?? decimal ?? "", hex === undefined ? 10 : 16);
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
