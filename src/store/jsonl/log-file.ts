import type { RefoldError } from "../../errors.js";
import { isSystemError } from "../errors.js";
import { fileIdentity } from "./ahead-slots.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";

/** The bytes of a log as a reader finds them; what comes after `sizeBytes` is not looked at. `using` closes it. */
export interface LogFile extends Disposable {
  /** For messages. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Nothing in it is torn: it was whole when it was archived, and nobody adds to it. */
  readonly isSealed: boolean;
  /** What is known to be lost of the bytes from `from` up to `to`; null: nothing. */
  findLost(from: number, to: number): RefoldError<"archive-damaged"> | null;
  /** @returns bytes read into the whole of `into`; 0 at the end */
  read(into: Uint8Array, position: number): number;
  /** Tells the file from any other that has its path later; absent: its bytes come by `read` alone. */
  readonly identity?: () => string;
}

/** Opens a file. @param read what is read of its own bytes; absent: these */
export function openFile(
  fileSystem: FileSystem,
  path: string,
  read = (log: LogFile): LogFile => log,
): LogFile {
  const file = fileSystem.open(path, "read");
  try {
    return read(plainLog(fileSystem, { file, path }));
  } catch (error) {
    fileSystem.close(file);
    throw error;
  }
}

/** A file that is open already, up to where it ends now. */
export function plainLog(
  fileSystem: FileSystem,
  { file, path }: { readonly file: number; readonly path: string },
): LogFile {
  return {
    path,
    sizeBytes: fileSystem.sizeBytes(file),
    isSealed: false,
    findLost: () => null,
    read: (into, position) => fileSystem.read(file, into, position),
    ...(fileSystem === nodeFileSystem && { identity: () => fileIdentity(file) }),
    [Symbol.dispose]: () => closeRead(fileSystem, file),
  };
}

/** Nothing was written, so nothing is lost where this fails; what failed before it is reported. */
function closeRead(fileSystem: FileSystem, file: number): void {
  try {
    fileSystem.close(file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** A log that was read into memory, as it was then. */
export function heldLog(path: string, bytes: Uint8Array): LogFile {
  return {
    path,
    sizeBytes: bytes.length,
    isSealed: false,
    findLost: () => null,
    read: (into, position) => {
      const part = bytes.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    },
    [Symbol.dispose]: () => undefined,
  };
}

const CHUNK_BYTES = 256 * 1024;

/** A log's bytes from `startByte` up to `endByte`, in chunks that whoever takes them may keep. */
export function* logChunks(
  log: LogFile,
  endByte: number,
  startByte = 0,
): Generator<Buffer, void, undefined> {
  const end = Math.min(endByte, log.sizeBytes);
  for (let position = startByte; position < end;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, end - position));
    const read = log.read(chunk, position);
    if (read === 0) return;
    position += read;
    yield chunk.subarray(0, read);
  }
}
