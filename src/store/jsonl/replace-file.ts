import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { storageError } from "../errors.js";
import { type FileSystem, makeFolder } from "./file-system.js";

export interface ReplaceOptions {
  readonly fileSystem: FileSystem;
  /** Whether the file and its name are durable afterwards. */
  readonly sync: boolean;
  /** For messages: `writing the blob`. */
  readonly doing: string;
  readonly write: (file: number) => void | Promise<void>;
  /**
   * Nobody else writes to this path, as a lease grants it: the temporary name is `<path>.new`, and
   * what a crash left there is removed.
   */
  readonly isAlone?: boolean;
  /** Called when all is written; throws where the file may not take the name any more. */
  readonly check?: (temporary: string) => void | Promise<void>;
}

/**
 * Writes a file that appears whole or not at all, in place of one of that name: under another name
 * first, then renamed. Makes the folders above it.
 * @throws {RefoldError} `disk-full`, `write-failed`: nothing was changed
 * @throws what `write` and `check` throw; nothing was changed
 */
export async function replaceFile(path: string, options: ReplaceOptions): Promise<void> {
  const { fileSystem, sync, doing, write, isAlone = false, check } = options;
  const name = `${path}.${randomBytes(6).toString("hex")}.new`;
  const temporary = isAlone ? temporaryOf(path) : name;
  let file: number | undefined;
  let isMade = false;
  const close = (): void => {
    const open = file;
    file = undefined;
    if (open !== undefined) fileSystem.close(open);
  };
  try {
    if (isAlone) removeIfThere(fileSystem, temporary);
    makeFolder(fileSystem, dirname(path), sync);
    file = fileSystem.open(temporary, "create");
    isMade = true;
    await write(file);
    if (sync) fileSystem.syncData(file);
    close();
    await check?.(temporary);
    fileSystem.rename(temporary, path);
    isMade = false;
    if (sync) fileSystem.syncFolder(dirname(path));
  } catch (error) {
    close();
    if (isMade) removeIfThere(fileSystem, temporary); // else not even its folder may be there
    throw storageError(path, doing, error);
  }
}

/** The name under which the only writer of a path writes it first. */
export function temporaryOf(path: string): string {
  return `${path}.new`;
}

/** Removes a file, if there is one. */
export function removeIfThere(fileSystem: FileSystem, path: string): void {
  if (fileSystem.status(path) !== undefined) fileSystem.remove(path);
}
