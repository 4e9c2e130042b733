import type { FileBytes } from "./file-bytes.js";

/** Files up to this size are held: opening a file anew costs more than keeping so little. */
const HELD_BYTES = 4 * 1024 * 1024;

/** The same file read once and held in memory, where it is small; as it is now, for good. */
export async function heldBytes(file: FileBytes): Promise<FileBytes> {
  const { sizeBytes } = file;
  if (sizeBytes > HELD_BYTES) return file;
  const bytes = await file.slice(0, sizeBytes);
  return {
    ...file,
    sizeBytes: bytes.length,
    stream: (start = 0) => once(bytes.subarray(start)),
    slice: (start, end) => Promise.resolve(bytes.subarray(start, end)),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
