import { dirname, join } from "node:path";
import type { BlobHash } from "../../events/primitives.js";
import { blobDigits, blobHash } from "../blobs.js";
import { blobCorrupt, blobMissing, ifThere, storageError, systemErrorCode } from "../errors.js";
import type { BlobStore } from "../event-store.js";
import { type FileSystem, syncFile, syncFolders, writeAll } from "./file-system.js";
import { replaceFile } from "./replace-file.js";

export interface BlobFolderOptions {
  readonly fileSystem: FileSystem;
  readonly home: string;
  /** Whether a blob is durable once `put` returns. */
  readonly sync: boolean;
}

/**
 * Blobs as files, `blobs/sha256/ab/<hex>`, once per content. A file appears whole or not at all: it
 * is written under another name, synced, and renamed.
 */
export function blobFolder(options: BlobFolderOptions): BlobStore {
  const { fileSystem, home, sync } = options;
  /** Blobs, and folders of them, that this store knows to be durable: what was there before may not be. */
  const durable = new Set<string>();
  const makeDurable = (path: string, isNew: boolean): void => {
    const folder = dirname(path);
    // Another store may have written the blob, or made its folder, without syncing.
    if (!isNew && !durable.has(path)) {
      syncFile(fileSystem, path);
      fileSystem.syncFolder(folder);
    }
    if (!durable.has(folder)) syncFolders(fileSystem, dirname(folder), home);
    durable.add(path).add(folder);
  };
  return {
    async put(bytes) {
      const hash = blobHash(bytes);
      const path = blobPath(home, hash);
      const isNew = !isKept(fileSystem, path, bytes);
      if (isNew) {
        const write = (file: number) => writeAll(fileSystem, file, bytes);
        await replaceFile(path, { fileSystem, sync, doing: "writing the blob", write });
      }
      try {
        if (sync) makeDurable(path, isNew);
      } catch (error) {
        throw storageError(path, "syncing the blob", error);
      }
      return hash;
    },
    async get(hash) {
      const path = blobPath(home, hash);
      const bytes = ifThere(() => fileSystem.readFile(path));
      if (bytes === undefined) throw blobMissing(hash, path);
      if (blobHash(bytes) !== hash) throw blobCorrupt(hash, path);
      return bytes;
    },
    async has(hash) {
      return fileSystem.status(blobPath(home, hash)) !== undefined;
    },
  };
}

/** @throws {RefoldError} `invalid-argument`: the hash is no blob's name */
export function blobPath(home: string, hash: BlobHash): string {
  const digits = blobDigits(hash);
  return join(blobRoot(home), digits.slice(0, 2), digits);
}

/** The folder whose folders hold the blobs, by the first two digits of their names. */
export function blobRoot(home: string): string {
  return join(home, "blobs", "sha256");
}

/**
 * A blob that is there already becomes young again, so that garbage collection spares it. One whose
 * bytes have changed on the disk is written anew.
 */
function isKept(fileSystem: FileSystem, path: string, bytes: Uint8Array): boolean {
  if (fileSystem.status(path)?.sizeBytes !== bytes.length) return false;
  try {
    if (!fileSystem.readFile(path).equals(bytes)) return false;
    fileSystem.touch(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return false; // collected just now
    throw storageError(path, "keeping the blob", error);
  }
}
