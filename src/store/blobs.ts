import { blobMissing } from "./errors.js";
import { invalidArgument } from "../errors.js";
import { createHash } from "node:crypto";
import { BlobHash } from "../events/primitives.js";
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
      if (bytes === undefined) throw blobMissing(hash);
      return Uint8Array.from(bytes);
    },
    async has(hash) {
      blobDigits(hash);
      return contents.has(hash);
    },
  };
}

/** Blobs that refuse once `checkOpen` throws. */
export function blobsWhile(blobs: BlobStore, checkOpen: () => void): BlobStore {
  return {
    put: async (bytes) => (checkOpen(), blobs.put(bytes)),
    get: async (hash) => (checkOpen(), blobs.get(hash)),
    has: async (hash) => (checkOpen(), blobs.has(hash)),
  };
}

/** @returns the name of these bytes: `sha256-<hex>` */
export function blobHash(bytes: Uint8Array): BlobHash {
  return `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
}

/**
 * @returns the 64 hex digits of a blob's name, fit to be a file's name
 * @throws {RefoldError} `invalid-argument`: it is no blob's name
 */
export function blobDigits(hash: BlobHash): string {
  if (!BlobHash.safeParse(hash).success) {
    throw invalidArgument("not a blob's name", "blobs are named sha256-<64 hex digits>");
  }
  return hash.slice("sha256-".length);
}

const namePrefix = Buffer.from("sha256-");
const nameDigits = /^[0-9a-f]{64}$/;
/** The length of a blob's name. */
export const blobNameBytes = namePrefix.length + 64;

/**
 * Every blob that lines name: whatever in them looks like a blob's name, in whichever member, so that rather
 * too much is kept than too little.
 */
export function* blobNamesIn(bytes: Buffer): Generator<string, void, undefined> {
  const prefixBytes = namePrefix.length;
  for (let at = bytes.indexOf(namePrefix); at !== -1;) {
    const digits = bytes.toString("latin1", at + prefixBytes, at + blobNameBytes);
    if (nameDigits.test(digits)) yield `sha256-${digits}`;
    at = bytes.indexOf(namePrefix, at + prefixBytes);
  }
}
