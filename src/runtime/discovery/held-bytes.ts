import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { systemErrorCode } from "../../store/jsonl/system-error.js";
import { fileBytes, type FileBytes } from "./file-bytes.js";

/** Files up to this size are held: opening a file anew costs more than keeping so little. */
const HELD_BYTES = 4 * 1024 * 1024;
/** So that the opening of a pipe does not wait for its writer. Windows has no such flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK || 0);

/** A file's bytes as `fileBytes` gives them. */
export interface HeldBytes extends FileBytes {
  /** All of them, where the file is small: as it is now, for good. Null: read whenever asked for. */
  readonly held: Buffer | null;
}

/** The same, opened and read once where the file is small: for going over thousands. */
export async function heldBytes(path: string): Promise<HeldBytes> {
  const bytes = smallContent(path);
  if (bytes === null || bytes.length === 0) return { ...(await fileBytes(path)), held: null };
  return {
    name: path,
    path,
    sizeBytes: bytes.length,
    stream: (start = 0) => once(bytes.subarray(start)),
    slice: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    held: bytes,
  };
}

/** @returns null for a file that is large or cannot be read; whoever opens it next says why not */
function smallContent(path: string): Buffer | null {
  try {
    const file = openSync(path, FLAGS);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile() || stats.size > HELD_BYTES) return null;
      return readWhole(file, stats.size);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return null;
  }
}

function readWhole(file: number, sizeBytes: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  let filled = 0;
  while (filled < sizeBytes) {
    const read = readSync(file, bytes, filled, sizeBytes - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
