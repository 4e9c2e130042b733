import fc from "fast-check";
import {
  CONTEXTUAL_DEVELOPER_MARKERS,
  CONTEXTUAL_USER_MARKERS,
  HOOK_PROMPT,
} from "../../fragment-markers.js";
import { SUMMARY_PREFIX } from "../../codex-strings.js";

/** Characters that count differently in bytes, units, scalar values and JSON. */
const CHARACTERS = [
  ...["a", "Z", "0", " ", "\n", "\r", "\t", '"', "\\", "/", "<", ">", "&", "\u0000", "\u001f"],
  ...["\u007f", "\u0085", "é", "\u00a0", "ß", "\u2028", "\ufeff", "語", "…", "\ufffd"],
  ...["😀", "👩‍👩‍👧", "𝒳", "\ud83d", "\ude00"],
];

/** Texts of every alphabet, with emoji, control characters and lone surrogates. */
export function texts({
  maxLength = 40,
}: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: "binary-ascii", maxLength }) },
    { weight: 3, arbitrary: joined(fc.constantFrom(...CHARACTERS), maxLength) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength }) },
    { weight: 1, arbitrary: fc.constantFrom("", " ", "\n", "<image>", "</image>") },
  );
}

/** A run of one short text, so that sizes pass the limits of outputs and of scratch buffers. */
export function longTexts({
  maxLength = 100_000,
}: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc
    .tuple(texts({ maxLength: 12 }), fc.nat({ max: maxLength }))
    .map(([text, length]) => (text === "" ? text : text.repeat(Math.ceil(length / text.length))));
}

/** Texts that a session injected as user: whole fragments between their markers (§4.4). */
export function contextualUserTexts(): fc.Arbitrary<string> {
  const marked = fc
    .tuple(fc.constantFrom(...CONTEXTUAL_USER_MARKERS), texts(), fc.boolean())
    .map(([{ open, close }, body, upper]) =>
      upper ? open.toUpperCase() + body + close.toUpperCase() : open + body + close,
    );
  return padded(fc.oneof(marked, hookPromptTexts()));
}

/** Hook prompts as XML, entities included. */
export function hookPromptTexts(): fc.Arbitrary<string> {
  const { element, attribute } = HOOK_PROMPT;
  const characters = fc.constantFrom("a", " ", "&amp;", "&#x41;", "&lt;", "語", "😀", "'");
  return fc
    .tuple(fc.uuid(), joined(characters, 10))
    .map(([id, body]) => `<${element} ${attribute}="${id}">${body}</${element}>`);
}

/** Texts that only look injected: a marker missing, or text around the markers. */
export function nearlyContextualTexts(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...CONTEXTUAL_USER_MARKERS), texts(), fc.nat({ max: 3 }))
    .map(([{ open, close }, body, fault]) => {
      if (fault === 0) return `${open}${body}`;
      if (fault === 1) return `before ${open}${body}${close}`;
      return fault === 2 ? `${open}${body}${close} behind` : `${body}${close}`;
    });
}

/** Texts that a session injected as developer (§4.9). */
export function contextualDeveloperTexts(): fc.Arbitrary<string> {
  return padded(
    fc
      .tuple(fc.constantFrom(...CONTEXTUAL_DEVELOPER_MARKERS), texts())
      .map(([marker, body]) => marker + body),
  );
}

/** Texts of summaries, and texts that only begin like one. */
export function summaryTexts(): fc.Arbitrary<string> {
  return texts().map((text) => `${SUMMARY_PREFIX}\n${text}`);
}

/** JSON of one agent's instruction to another (§4.8). */
export function instructionTexts(): fc.Arbitrary<string> {
  const paths = fc.constantFrom("/morpheus", "/root", "/root/worker_1", "/root/a/b2");
  return fc
    .record(
      {
        author: paths,
        recipient: paths,
        other_recipients: fc.array(paths, { maxLength: 2 }),
        content: texts(),
        trigger_turn: fc.boolean(),
        extra: texts(),
      },
      { requiredKeys: ["author", "recipient", "content", "trigger_turn"] },
    )
    .map((instruction) => JSON.stringify(instruction));
}

function joined(characters: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(characters, { maxLength }).map((all) => all.join(""));
}

/** White space around a fragment does not count. */
function padded(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const space = fc.constantFrom("", " ", "\n\t", "\u0085", "\u3000");
  return fc.tuple(space, inner, space).map((pieces) => pieces.join(""));
}
