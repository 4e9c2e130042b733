import { blobDigits, blobHash } from "./blob-hash.js";
import { BlobMissing } from "./blob-missing.js";
import type { BlobStore } from "./event-store.js";

/** Blobs in memory. Bytes are copied on the way in and out, so that nobody changes them. */
export function memoryBlobs(): BlobStore {
  const contents = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      const hash = blobHash(bytes);
      if (!contents.has(hash)) contents.set(hash, Uint8Array.from(bytes));
      return hash;
    },
    async get(hash) {
      blobDigits(hash);
      const bytes = contents.get(hash);
      if (bytes === undefined) throw new BlobMissing(hash);
      return Uint8Array.from(bytes);
    },
    async has(hash) {
      blobDigits(hash);
      return contents.has(hash);
    },
  };
}
