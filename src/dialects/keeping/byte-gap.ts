import type { KeptBytes, KeptParts } from "../../events/event.js";
import { keepBytes, type BlobSink } from "./kept-bytes.js";

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
