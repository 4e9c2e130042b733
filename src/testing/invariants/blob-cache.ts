import { BlobCorrupt } from "../../store/blob-corrupt.js";
import { BlobMissing } from "../../store/blob-missing.js";
import type { BlobReader } from "../../runtime/discovery/session.js";

const HELD_BYTES = 64 * 1024 * 1024;

/** Images for bodies: read once where they are asked for again soon. */
export class BlobCache {
  readonly #blobs: BlobReader | null;
  readonly #held = new Map<string, Uint8Array>();
  #heldBytes = 0;

  constructor(blobs: BlobReader | null) {
    this.#blobs = blobs;
  }

  /** Those that can be read. That the others cannot is told by `log/blobs-kept`. */
  async read(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for (const hash of hashes) {
      const bytes = this.#held.get(hash) ?? (await this.#readOne(hash));
      if (bytes !== null) found.set(hash, bytes);
    }
    return found;
  }

  async #readOne(hash: string): Promise<Uint8Array | null> {
    if (this.#blobs === null) return null;
    try {
      const bytes = await this.#blobs.get(hash);
      this.#hold(hash, bytes);
      return bytes;
    } catch (error) {
      if (error instanceof BlobMissing || error instanceof BlobCorrupt) return null;
      throw error;
    }
  }

  #hold(hash: string, bytes: Uint8Array): void {
    this.#held.set(hash, bytes);
    this.#heldBytes += bytes.length;
    for (const [oldest, { length }] of this.#held) {
      if (this.#heldBytes <= HELD_BYTES || oldest === hash) return;
      this.#held.delete(oldest);
      this.#heldBytes -= length;
    }
  }
}
