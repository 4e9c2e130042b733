import type { BlobReader } from "../../events/event-source.js";
import type { KeptBytes, KeptParts } from "../../events/event.js";
import type { BlobText } from "../../events/primitives.js";

/** Where bytes go that are too many for the log; once per content. */
export interface BlobSink {
  /** @returns the bytes' name, `sha256-<hex>` */
  put(bytes: Uint8Array): Promise<string>;
}

/** Longer texts and bytes go to the blob store (docs/file-format.md#blobs). */
export const INLINE_BYTES = 8 * 1024;

/** Bytes as an event carries them: a text where they are one, base 64, or a blob's name. */
export async function keepBytes(bytes: Uint8Array, blobs: BlobSink): Promise<KeptBytes> {
  if (bytes.length > INLINE_BYTES) return { blob: await blobs.put(bytes), bytes: bytes.length };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  return Buffer.from(text, "utf8").equals(buffer) ? text : { base64: buffer.toString("base64") };
}

/** The bytes again, part by part. */
export async function* readKept(kept: KeptParts, blobs: BlobReader): AsyncGenerator<Uint8Array> {
  for (const part of partsOf(kept)) {
    if (typeof part === "string") yield Buffer.from(part, "utf8");
    else if (isBlobText(part)) yield await blobs.get(part.blob);
    else yield Buffer.from(part.base64, "base64");
  }
}

/** The bytes again, all at once. */
export async function wholeKept(kept: KeptParts, blobs: BlobReader): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of readKept(kept, blobs)) parts.push(part);
  return Buffer.concat(parts);
}

function isBlobText(part: Exclude<KeptBytes, string>): part is BlobText {
  return "blob" in part;
}

export function joinKept(first: KeptParts | undefined, second: KeptParts): KeptParts {
  if (first === undefined) return second;
  if (typeof first === "string" && typeof second === "string") return first + second;
  return [...partsOf(first), ...partsOf(second)];
}

function partsOf(kept: KeptParts): readonly KeptBytes[] {
  return Array.isArray(kept) ? kept : [kept];
}
