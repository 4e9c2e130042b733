import { dirname } from "node:path";
import { storageError, systemErrorCode } from "../errors.js";
import { type FileSystem, writeAll } from "./file-system.js";
import { logChunks, plainLog } from "./log-file.js";

/** What a writer found after the last whole batch, and where it put it. */
export interface TornTail {
  readonly threadId: string;
  readonly file: string;
  /** Where the torn bytes began in `file`. */
  readonly byte: number;
  readonly bytes: number;
  /** The file that holds them now. */
  readonly copy: string;
}

interface OpenFile {
  readonly fileSystem: FileSystem;
  readonly file: number;
  readonly path: string;
}

/**
 * Copies what comes after `endByte` to `<file>.torn-<time>`, then cuts it off. The copy is durable
 * before anything is cut.
 *
 * @param checkHeld throws when nothing may be cut off any more
 * @returns the path of the copy
 */
export function setTornTailAside(
  log: OpenFile,
  endByte: number,
  checkHeld: () => void = () => undefined,
): string {
  const copy = copyTail(log, endByte);
  checkHeld(); // making the copy durable takes its time
  try {
    log.fileSystem.truncate(log.file, endByte);
    log.fileSystem.syncData(log.file);
  } catch (error) {
    throw storageError(log.path, "cutting the torn tail", error);
  }
  return copy;
}

/** Gives a whole file such a name, which is durable then. @returns the path that it has now */
export function setFileAside(fileSystem: FileSystem, path: string): string {
  const { path: aside, copy } = createCopy({ fileSystem, path });
  fileSystem.close(copy);
  try {
    fileSystem.rename(path, aside);
    fileSystem.syncFolder(dirname(path));
    return aside;
  } catch (error) {
    throw storageError(path, "setting the file aside", error);
  }
}

function copyTail(log: OpenFile, endByte: number): string {
  const { fileSystem } = log;
  const { path, copy } = createCopy(log);
  try {
    try {
      const tail = logChunks(plainLog(fileSystem, log), Infinity, endByte);
      for (const chunk of tail) writeAll(fileSystem, copy, chunk);
      fileSystem.syncData(copy);
    } finally {
      fileSystem.close(copy);
    }
    fileSystem.syncFolder(dirname(path));
    return path;
  } catch (error) {
    fileSystem.remove(path);
    throw storageError(path, "setting the torn tail aside", error);
  }
}

function createCopy({ fileSystem, path: original }: Omit<OpenFile, "file">): {
  path: string;
  copy: number;
} {
  // `20260401T120000000Z`: fit for every file system, and sorted by time
  const base = `${original}.torn-${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? base : `${base}-${number}`;
    try {
      return { path, copy: fileSystem.open(path, "create") };
    } catch (error) {
      if (systemErrorCode(error) !== "EEXIST") {
        throw storageError(path, "setting the torn tail aside", error);
      }
    }
  }
}
