import { createHash } from "node:crypto";
import { BlobMissing } from "../../store/blob-missing.js";
import type { BlobReader } from "./session.js";

/** Blobs that are needed soon after they are put, and then no more. */
export interface RecentBlobs extends BlobReader {
  put(bytes: Uint8Array): Promise<string>;
}

/** Keeps the newest blobs, up to so many bytes: for a pass that writes again what it has just read. */
export function recentBlobs(maxBytes: number): RecentBlobs {
  const blobs = new Map<string, Uint8Array>();
  let heldBytes = 0;
  return {
    put: async (bytes) => {
      const hash = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
      if (!blobs.has(hash)) heldBytes += bytes.length;
      blobs.delete(hash); // to the end: it is the newest now
      blobs.set(hash, bytes);
      for (const [oldest, { length }] of blobs) {
        if (heldBytes <= maxBytes || oldest === hash) break;
        blobs.delete(oldest);
        heldBytes -= length;
      }
      return hash;
    },
    get: async (hash) => {
      const bytes = blobs.get(hash);
      if (bytes === undefined) throw new BlobMissing(hash);
      return bytes;
    },
  };
}
