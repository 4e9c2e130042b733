import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { systemErrorCode } from "../errors.js";

/** Size in bytes and time of the last change in milliseconds since 1970. */
export interface FileStatus {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** `append`: read and append; `create`: the same, and the file must not exist. */
type OpenMode = "read" | "append" | "create";

/**
 * The few calls through which the store writes, so that a test can make each of them fail. All are
 * synchronous and throw what `node:fs` throws. Files are made with mode 0600, folders with 0700.
 */
export interface FileSystem {
  open(path: string, mode: OpenMode): number;
  close(file: number): void;
  /** @returns bytes read into the whole of `into`; 0 at the end of the file */
  read(file: number, into: Uint8Array, position: number): number;
  /** Writes at the end. @returns bytes written, which may be fewer than given */
  write(file: number, bytes: Uint8Array): number;
  /** @returns the size of an open file; -1 when it was removed or replaced, so that it has no name */
  sizeBytes(file: number): number;
  truncate(file: number, sizeBytes: number): void;
  /** Makes a file's bytes durable (fdatasync). */
  syncData(file: number): void;
  /** Makes a folder's names durable. Nothing where folders cannot be synced (Windows). */
  syncFolder(path: string): void;
  /** Makes the folder and those above it. @returns the topmost folder that was made */
  makeFolder(path: string): string | undefined;
  /** @returns undefined when there is nothing of that name */
  status(path: string): FileStatus | undefined;
  /** The names in a folder. Throws when there is none. */
  list(folder: string): string[];
  readFile(path: string): Buffer;
  /** Sets the time of the last change: to now, or to so many milliseconds since 1970. */
  touch(path: string, modifiedMs?: number): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  removeFolder(path: string): void;
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** Windows has no such flag. */
const NO_WAIT = constants.O_NONBLOCK || 0;
const APPEND = constants.O_RDWR | constants.O_APPEND;
const FLAGS = {
  read: constants.O_RDONLY,
  append: APPEND,
  create: APPEND | constants.O_CREAT | constants.O_EXCL,
} as const;

export const nodeFileSystem: FileSystem = {
  open: openFile,
  close: closeSync,
  read: (file, into, position) => readSync(file, into, 0, into.length, position),
  write: (file, bytes) => writeSync(file, bytes),
  sizeBytes: (file) => {
    const { nlink, size } = fstatSync(file);
    return nlink === 0 ? -1 : size;
  },
  truncate: ftruncateSync,
  syncData: fdatasyncSync,
  syncFolder,
  makeFolder: makeFolders,
  status: statusOf,
  list: (folder) => readdirSync(folder),
  readFile: (path) => {
    const file = openFile(path, "read");
    try {
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  },
  touch: (path, modifiedMs = Date.now()) => utimesSync(path, modifiedMs / 1000, modifiedMs / 1000),
  rename: renameSync,
  remove: unlinkSync,
  removeFolder: rmdirSync,
};

function statusOf(path: string): FileStatus | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { sizeBytes: found.size, modifiedMs: found.mtimeMs };
  } catch (error) {
    if (systemErrorCode(error) === "ELOOP") return undefined; // a link that leads round to itself
    throw error;
  }
}

/** What is no file is refused: the opening of a pipe waits for its writer, and a device may have no end. */
function openFile(path: string, mode: OpenMode): number {
  const file = openSync(path, FLAGS[mode] | NO_WAIT, FILE_MODE);
  const stats = fstatSync(file);
  if (stats.isFile() || stats.isDirectory()) return file; // the system refuses to read a folder
  closeSync(file);
  const message = `ENXIO: not a file, open '${path}'`; // as the system says of a socket
  throw Object.assign(new Error(message), { code: "ENXIO", syscall: "open", path });
}

/**
 * One level after the other: Node's own recursion does not end where a system refuses a new entry as
 * missing, as Linux does in `/proc`.
 * @returns the topmost folder that was made; undefined: all were there
 */
function makeFolders(path: string): string | undefined {
  try {
    return makeOneFolder(path) ? path : undefined;
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    const topmost = makeFolders(dirname(path));
    return makeOneFolder(path) ? (topmost ?? path) : topmost;
  }
}

/** @returns false: it was there */
function makeOneFolder(path: string): boolean {
  try {
    mkdirSync(path, FOLDER_MODE);
    return true;
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return false;
    throw error;
  }
}

function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Writes all bytes at the end of a file, however many the system takes at a time. */
export function writeAll(fileSystem: FileSystem, file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += fileSystem.write(file, written === 0 ? bytes : bytes.subarray(written));
    } catch (error) {
      if (systemErrorCode(error) !== "EINTR") throw error;
    }
  }
}

/** Does something with a file, which is open meanwhile. */
export function withFile<Result>(
  fileSystem: FileSystem,
  path: string,
  mode: OpenMode,
  work: (file: number) => Result,
): Result {
  const file = fileSystem.open(path, mode);
  try {
    return work(file);
  } finally {
    fileSystem.close(file);
  }
}

/** Makes the bytes of a file durable that is not open. */
export function syncFile(fileSystem: FileSystem, path: string): void {
  withFile(fileSystem, path, "append", (file) => fileSystem.syncData(file));
}

/** Makes a folder and those above it; their names are durable afterwards when `sync` is true. */
export function makeFolder(fileSystem: FileSystem, path: string, sync: boolean): void {
  const topmost = fileSystem.makeFolder(path);
  if (topmost !== undefined && sync) syncFolders(fileSystem, dirname(path), dirname(topmost));
}

/** Makes the names in a folder durable, and in those above it, up to and including `upTo`. */
export function syncFolders(fileSystem: FileSystem, folder: string, upTo: string): void {
  for (let path = folder; ; path = dirname(path)) {
    fileSystem.syncFolder(path);
    if (path.length <= upTo.length) return;
  }
}
