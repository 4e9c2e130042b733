import type { Foreign } from "../../events/event.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { ImageBlob } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { moveImage, type Evidence } from "./evidence.js";
import { replaceAt, type ForeignHole } from "./foreign-form.js";
import { INLINE_BYTES, type BlobSink } from "./kept-bytes.js";

/** A text that stands in the blob store: as it is, or as the image whose data URL it was. */
export type OutsourcedText =
  { readonly blob: string; readonly bytes: number } | { readonly image: ImageBlob };

/** Where an event holds them: a member of `foreign` of this dialect's own. */
export const OUTSOURCED = "texts";

const LONE_SURROGATE = /\p{Surrogate}/u;
/** A unit of UTF-16 is at most so many bytes of UTF-8. */
const BYTES_PER_UNIT = 3;

/** Moves the long texts of a line's own object to the blob store; holes tell where they stood. */
export async function outsourceTexts(foreign: Foreign, blobs: BlobSink): Promise<Foreign> {
  const { object } = foreign;
  if (object === undefined) return foreign;
  const paths = [...longTexts(object, [])];
  if (paths.length === 0) return foreign;
  const texts: OutsourcedText[] = [];
  const holes: ForeignHole[] = [];
  let punched: JsonObject = object;
  for (const { path, text } of paths) {
    holes.push([path, ["foreign", OUTSOURCED, String(texts.length)]]);
    texts.push(await outsource(text, blobs));
    punched = replaceAt(punched, path, null);
  }
  const added = holes.map(([a, b]): [string[], string[]] => [[...a], [...b]]);
  return {
    ...foreign,
    object: punched,
    holes: [...(foreign.holes ?? []), ...added],
    [OUTSOURCED]: texts,
  };
}

async function outsource(text: string, blobs: BlobSink): Promise<OutsourcedText> {
  const kept: Evidence[] = [];
  const image = moveImage(text, (one) => kept.push(one));
  for (const one of kept) await blobs.put(one.bytes());
  if (image !== null) return { image };
  const bytes = Buffer.from(text, "utf8");
  return { blob: await blobs.put(bytes), bytes: bytes.length };
}

function* longTexts(
  value: unknown,
  path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly text: string }> {
  if (typeof value === "string") {
    if (isLong(value) && !LONE_SURROGATE.test(value)) yield { path, text: value };
  } else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* longTexts(entry, [...path, String(index)]);
  } else if (isJsonObject(value)) {
    for (const [key, entry] of Object.entries(value)) yield* longTexts(entry, [...path, key]);
  }
}

function isLong(text: string): boolean {
  if (text.length * BYTES_PER_UNIT <= INLINE_BYTES) return false;
  return Buffer.byteLength(text, "utf8") > INLINE_BYTES;
}
