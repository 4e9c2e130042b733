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
  const replacement = new Replacement(path, options);
  try {
    await options.write(replacement.open());
    replacement.close();
    await options.check?.(replacement.temporary);
    replacement.place();
  } catch (error) {
    throw replacement.failed(error);
  }
}

/** The same at once. */
export function replaceFileNow(
  path: string,
  options: ReplacementOptions & { readonly write: (file: number) => void },
): void {
  const replacement = new Replacement(path, options);
  try {
    options.write(replacement.open());
    replacement.close();
    replacement.place();
  } catch (error) {
    throw replacement.failed(error);
  }
}

type ReplacementOptions = Omit<ReplaceOptions, "write" | "check">;

class Replacement {
  readonly temporary: string;
  #file: number | undefined;
  #isMade = false;

  constructor(
    private readonly path: string,
    private readonly options: ReplacementOptions,
  ) {
    const name = `${path}.${randomBytes(6).toString("hex")}.new`;
    this.temporary = options.isAlone === true ? temporaryOf(path) : name;
  }

  open(): number {
    const { fileSystem, sync, isAlone = false } = this.options;
    if (isAlone) removeIfThere(fileSystem, this.temporary);
    makeFolder(fileSystem, dirname(this.path), sync);
    this.#file = fileSystem.open(this.temporary, "create");
    this.#isMade = true;
    return this.#file;
  }

  close(): void {
    const { fileSystem, sync } = this.options;
    if (this.#file !== undefined && sync) fileSystem.syncData(this.#file);
    this.#release();
  }

  place(): void {
    const { fileSystem, sync } = this.options;
    fileSystem.rename(this.temporary, this.path);
    this.#isMade = false;
    if (sync) fileSystem.syncFolder(dirname(this.path));
  }

  /** @returns the error to be thrown */
  failed(error: unknown): unknown {
    const { fileSystem, doing } = this.options;
    this.#release();
    if (this.#isMade) removeIfThere(fileSystem, this.temporary); // else not even its folder may be there
    return storageError(this.path, doing, error);
  }

  #release(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) this.options.fileSystem.close(file);
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
