import { RefoldError } from "../../errors.js";
import { existsSync, rmSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Parts } from "../../sessions/exported-thread.js";
import { partialOf, writePartial } from "../../sessions/partial-file.js";
import { isSystemError, storageError } from "../../store/errors.js";
import { homeFolder } from "../../store/jsonl/home.js";
import { beforeEnding } from "../ending.js";
import type { Shell } from "../shell.js";

export interface ExportTarget {
  readonly path: string;
  readonly force: boolean | undefined;
  /** The store's, as it was said: nothing is written into its own folder, if it is one. */
  readonly home: string | undefined;
  /** What is read: never overwritten, whatever is said, when it is a file. */
  readonly source?: string;
}

/**
 * Writes a file, whole or not at all, for its owner's eyes only.
 * @returns its size in bytes
 * @throws {RefoldError} `file-exists`: there is one of that name and `force` was not said, or it
 *   is in the store
 * @throws {RefoldError} `write-failed`
 * @throws {RefoldError} `disk-full`: the operating system refused
 */
export async function writeFile(parts: Parts, target: ExportTarget): Promise<number> {
  try {
    refuseTaken(target);
    return await writeWhole(parts, target.path);
  } catch (error) {
    throw isSystemError(error) ? storageError(target.path, "writing", error) : error;
  }
}

/** @throws {RefoldError} `file-exists`: as `writeFile` does: for who has much to do before there is something to write */
export function refuseTaken({ path, force, home, source }: ExportTarget): void {
  const folder = homeFolder(home);
  if (folder !== null && isWithin(folder, path) && existsSync(folder)) {
    throw fileExists(path, "it lies in the store's own folder");
  }
  if (source !== undefined && isSameFile(path, source)) {
    throw fileExists(path, "it is the file that is read");
  }
  if (!existsSync(path)) return;
  // To put a file in the place of a device or a pipe would break others that use it.
  if (!statSync(path).isFile()) throw fileExists(path, "it is no plain file");
  if (force !== true) throw fileExists(path);
}

/** Whether a path is a folder's own, or is in it. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, resolve(path));
  // To another drive there is no way but the whole path.
  return !isAbsolute(way) && way.split(sep)[0] !== "..";
}

async function writeWhole(parts: Parts, path: string): Promise<number> {
  const partial = partialOf(path, process.pid);
  const forgetEnding = beforeEnding(() => rmSync(partial, { force: true }));
  try {
    const sizeBytes = await writePartial(path, parts);
    await rename(partial, path);
    return sizeBytes;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined); // it may never have been there
    throw error;
  } finally {
    forgetEnding();
  }
}

/** Also under another name: by a link, or on a file system that does not tell cases apart. */
function isSameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((name) =>
    statSync(name, { throwIfNoEntry: false, bigint: true }),
  );
  return one !== undefined && two !== undefined && one.dev === two.dev && one.ino === two.ino;
}

/** @param reason absent: it exists, and `force` was not said */
function fileExists(path: string, reason?: string): RefoldError<"file-exists"> {
  const message = `${path} is not overwritten: ${reason ?? "it exists"}`;
  const remedy = reason
    ? "Name another file."
    : "Name another file, or say --force to overwrite one that is yours.";
  return new RefoldError("file-exists", { path }, { message, remedy });
}

/** Writes a file's bytes to stdout as they are; a terminal gets them neutralised. */
export async function writeOut(parts: Parts, { output, stdout }: Shell): Promise<void> {
  if (stdout.isTTY === true) {
    const decoder = new TextDecoder();
    let line = "";
    for await (const part of parts) {
      const lines = (line + decoder.decode(part, { stream: true })).split("\n");
      line = lines.pop() ?? "";
      output.text(lines);
    }
    if (line !== "") output.text(line);
    return;
  }
  for await (const part of parts) {
    if (!stdout.write(part)) await new Promise((resolve) => stdout.once("drain", resolve));
  }
}
