import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { makeFolder } from "./durable-folder.js";
import type { FileSystem } from "./file-system.js";
import { storageError } from "./storage-error.js";
import { writeAll } from "./write-all.js";

export interface ReplaceOptions {
  readonly fileSystem: FileSystem;
  /** Whether the file and its name are durable afterwards. */
  readonly sync: boolean;
  /** For messages: `writing the blob`. */
  readonly doing: string;
}

/**
 * Writes a file that appears whole or not at all, in place of one of that name: under another name
 * first, then renamed. Makes the folders above it.
 * @throws {DiskFull | WriteFailed} nothing was changed
 */
export function replaceFile(
  path: string,
  bytes: Uint8Array,
  { fileSystem, sync, doing }: ReplaceOptions,
): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.new`;
  try {
    makeFolder(fileSystem, dirname(path), sync);
    const file = fileSystem.open(temporary, "create");
    try {
      writeAll(fileSystem, file, bytes);
      if (sync) fileSystem.syncData(file);
    } finally {
      fileSystem.close(file);
    }
    fileSystem.rename(temporary, path);
    if (sync) fileSystem.syncFolder(dirname(path));
  } catch (error) {
    if (fileSystem.status(temporary) !== undefined) fileSystem.remove(temporary);
    throw storageError(path, doing, error);
  }
}
