import { createHash } from "node:crypto";
import { InvalidArgument } from "../errors.js";
import { BlobHash } from "../events/primitives.js";

/** @returns the name of these bytes: `sha256-<hex>` */
export function blobHash(bytes: Uint8Array): BlobHash {
  return `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
}

/**
 * @returns the 64 hex digits of a blob's name, fit to be a file's name
 * @throws {InvalidArgument} it is no blob's name
 */
export function blobDigits(hash: BlobHash): string {
  if (!BlobHash.safeParse(hash).success) {
    throw new InvalidArgument("not a blob's name", "blobs are named sha256-<64 hex digits>");
  }
  return hash.slice("sha256-".length);
}
