import type { KeptBytes, KeptParts } from "../../events/event.js";
import type { BlobText } from "../../events/primitives.js";

/** Where bytes go that are too many for the log; once per content. */
export interface BlobSink {
  /** @returns the bytes' name, `sha256-<hex>` */
  put(bytes: Uint8Array): Promise<string>;
}

/** Where they come from again. */
export interface BlobReader {
  get(hash: string): Promise<Uint8Array>;
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
  for (const part of Array.isArray(kept) ? kept : [kept]) {
    if (typeof part === "string") yield Buffer.from(part, "utf8");
    else if (isBlobText(part)) yield await blobs.get(part.blob);
    else yield Buffer.from(part.base64, "base64");
  }
}

function isBlobText(part: Exclude<KeptBytes, string>): part is BlobText {
  return "blob" in part;
}

/** More bytes than these are not held: they go to the blob store part by part. */
const HELD_BYTES = 8 * 1024 * 1024;

/** Bytes between objects, gathered as they come. */
export class ByteGap {
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #kept: KeptBytes[] = [];

  constructor(private readonly blobs: BlobSink) {}

  async add(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    this.#held.push(Uint8Array.from(bytes)); // a line's bytes are valid for a short time only
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= HELD_BYTES) await this.#flush();
  }

  /** What was gathered, and begins anew; undefined: nothing. */
  async take(): Promise<KeptParts | undefined> {
    if (this.#heldBytes > 0) await this.#flush();
    const kept = this.#kept;
    this.#kept = [];
    return kept.length > 1 ? kept : kept[0];
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#kept.push(await keepBytes(bytes, this.blobs));
  }
}
