import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { storageError } from "../errors.js";
import { type FileSystem, makeFolder, writeAll } from "./file-system.js";

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
 * @throws {RefoldError} `disk-full`, `write-failed`: nothing was changed
 */
export function replaceFile(path: string, bytes: Uint8Array, options: ReplaceOptions): void {
  const { fileSystem } = options;
  const temporary = `${path}.${randomBytes(6).toString("hex")}.new`;
  writeAndRename(path, temporary, {
    ...options,
    write: (file) => {
      writeAll(fileSystem, file, bytes);
    },
  });
}

export interface ReplaceAloneOptions extends ReplaceOptions {
  readonly write: (file: number) => void;
  /** Asked when all is written; throws where the file may not take the name any more. */
  readonly check?: () => void;
}

/**
 * The same for one writer at a time, as a lease grants it: what a crash left under the other name is
 * removed.
 * @throws {RefoldError} `disk-full`, `write-failed`: nothing was changed
 * @throws what `write` and `check` throw; nothing was changed
 */
export function replaceFileAlone(path: string, options: ReplaceAloneOptions): void {
  const { fileSystem, doing } = options;
  const temporary = `${path}.new`;
  try {
    removeIfThere(fileSystem, temporary);
  } catch (error) {
    throw storageError(path, doing, error);
  }
  writeAndRename(path, temporary, options);
}

function writeAndRename(
  path: string,
  temporary: string,
  { fileSystem, sync, doing, write, check }: ReplaceAloneOptions,
): void {
  try {
    makeFolder(fileSystem, dirname(path), sync);
    const file = fileSystem.open(temporary, "create");
    try {
      write(file);
      if (sync) fileSystem.syncData(file);
    } finally {
      fileSystem.close(file);
    }
    check?.();
    fileSystem.rename(temporary, path);
    if (sync) fileSystem.syncFolder(dirname(path));
  } catch (error) {
    removeIfThere(fileSystem, temporary);
    throw storageError(path, doing, error);
  }
}

/** Removes a file, if there is one. */
export function removeIfThere(fileSystem: FileSystem, path: string): void {
  if (fileSystem.status(path) !== undefined) fileSystem.remove(path);
}
