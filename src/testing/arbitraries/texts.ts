import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import { SUMMARY_PREFIX } from "../../codex-strings.js";
import type { InputImage } from "../../events/item.js";
import {
  CONTEXTUAL_DEVELOPER_MARKERS,
  CONTEXTUAL_USER_MARKERS,
  HOOK_PROMPT,
} from "../../fragment-markers.js";

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

/** A real PNG picture, black, of this size in pixels. */
export function pngBytes(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // bits per sample; grey, no interlace
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Payloads of inline images: real pictures, bytes that are none, and text that is no base 64. */
function payloads(): fc.Arbitrary<string> {
  return fc.oneof(
    pictures(),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    fc.constantFrom("", "AAA", "not base 64", '"quoted"', "é"),
  );
}

/** Prefixes of data URLs, of which most say an image in base 64. */
function prefixes(): fc.Arbitrary<string> {
  return fc.constantFrom(
    "data:image/png;base64,",
    "data:image/jpeg;base64,",
    "DATA:Image/PNG;charset=utf-8;BASE64,",
    "data:image/png,",
    "data:application/octet-stream;base64,",
  );
}

/** Real pictures, in base 64. */
function pictures(): fc.Arbitrary<string> {
  const side = fc.integer({ min: 1, max: 100 });
  return fc.tuple(side, side).map((size) => pngBytes(...size).toString("base64"));
}

/** URLs as `image_url` may hold them. */
export function imageUrls(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: pictures().map((data) => `data:image/png;base64,${data}`) },
    { weight: 3, arbitrary: fc.tuple(prefixes(), payloads()).map((parts) => parts.join("")) },
    { weight: 1, arbitrary: fc.constantFrom("https://example.org/a.png", "data:image/png;base64") },
  );
}

/** How often an image is drawn where a text could be; texts have the weight that each place names. */
export interface ImageWeight {
  /** Default 2; 0: never. */
  readonly images?: number;
}

/** Texts, and images beside them as often as asked. */
export function textsOrImages<Part>(
  texts: fc.Arbitrary<Part>,
  weights: { readonly texts: number } & ImageWeight,
): fc.Arbitrary<Part | InputImage> {
  const { images = 2 } = weights;
  if (images === 0) return texts;
  const pictures = { weight: images, arbitrary: inputImages() };
  return fc.oneof({ weight: weights.texts, arbitrary: texts }, pictures);
}

/** Images of messages and of tool outputs, inline or by address; never moved to a blob store. */
export function inputImages(): fc.Arbitrary<InputImage> {
  const detail = fc.constantFrom(null, "auto", "low", "high", "original");
  return itemOf("input_image", { image_url: imageUrls() }, { detail });
}

type Drawn<Members> = { readonly [Name in keyof Members]: fc.Arbitrary<Members[Name]> };

/** Items, or parts of them, of a type. */
export function typed<const Type extends string, Members>(type: Type, members: Drawn<Members>) {
  return fc.record<Members>(members).map((drawn) => ({ type, ...drawn }));
}

/** The same with all required members and any of the optional ones. */
export function itemOf<const Type extends string, Required, Optional>(
  type: Type,
  required: Drawn<Required>,
  optional: Drawn<Optional>,
) {
  const sometimes = fc.record<Optional, never>(optional, { requiredKeys: [] });
  return fc.tuple(typed(type, required), sometimes).map(([item, more]) => ({ ...item, ...more }));
}
