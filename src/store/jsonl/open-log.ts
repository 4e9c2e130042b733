import { ifThere } from "../errors.js";
import { frameHeaderBytes, isArchive } from "./archive-frames.js";
import { openArchive } from "./archived-log.js";
import type { FileSystem } from "./file-system.js";
import { archivePath, existingRollout, isArchivePath, type Place } from "./home.js";
import { readBytes } from "./lines.js";
import { heldLog, type LogFile, openFile } from "./log-file.js";

/**
 * Opens a log as it is now, in whichever of its two forms it is stored: the plain file of that path,
 * or the archive in its place; or the archive whose own path it is. Throws what `node:fs` throws.
 *
 * @throws {RefoldError} `archive-damaged`: not one whole frame is in the archive
 */
export function openLog(fileSystem: FileSystem, path: string): LogFile {
  if (isArchivePath(path)) return openArchive(fileSystem, path);
  return (
    ifThere(() => openFile(fileSystem, path)) ??
    ifThere(() => openArchive(fileSystem, archivePath(path))) ??
    openFile(fileSystem, path) // unarchived between the two looks
  );
}

/** The same; undefined when there is no such file. */
export function openIfThere(fileSystem: FileSystem, path: string): LogFile | undefined {
  return ifThere(() => openLog(fileSystem, path));
}

/**
 * Opens a file that is anywhere, in the form that its content has, whatever its name says.
 * @param held all of its bytes, where somebody has read them already
 */
export function openByContent(
  fileSystem: FileSystem,
  path: string,
  held: Uint8Array | null = null,
): LogFile {
  const plain = held === null ? openFile(fileSystem, path) : heldLog(path, held);
  if (!isArchive(readBytes(plain, 0, frameHeaderBytes))) return plain;
  plain[Symbol.dispose]();
  return openArchive(fileSystem, path);
}

/**
 * Opens the log of a thread's own events as it is stored. The caller closes it.
 * @throws {RefoldError} `thread-not-found`
 */
export function openOwnLog(place: Place, threadId: string): LogFile {
  return openLog(place.fileSystem, existingRollout(place, threadId));
}
