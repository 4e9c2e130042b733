import { crc32 } from "node:zlib";
import { isSystemError } from "../store/errors.js";
import { type FileSystem, withFile, writeAll } from "../store/jsonl/file-system.js";
import { removeIfThere } from "../store/jsonl/replace-file.js";

/** Where in a pack the frame of a content begins. */
export interface FramePlaceIn {
  readonly hash: Buffer;
  readonly at: number;
}

const HEAD = Buffer.from("refold places 1\n");
const SIZE_AT = HEAD.length;
const SUM_AT = SIZE_AT + 8;
const ENTRIES_AT = SUM_AT + 4;
const HASH_BYTES = 32;
const ENTRY_BYTES = HASH_BYTES + 4;

/**
 * What frames a pack has that is not written to any more, from the file beside it: so that the pack need not be
 * read. It is derived, and may be removed.
 * @returns null: there is none that can be used
 */
export function readPlaces(
  fileSystem: FileSystem,
  pack: string,
  sizeBytes: number,
): readonly FramePlaceIn[] | null {
  const bytes = readIfThere(fileSystem, placesPath(pack));
  if (bytes === null || bytes.length < ENTRIES_AT || !bytes.subarray(0, SIZE_AT).equals(HEAD)) {
    return null;
  }
  const entries = bytes.subarray(ENTRIES_AT);
  if (bytes.readUInt32BE(SUM_AT) !== crc32(entries)) return null;
  if (Number(bytes.readBigUInt64BE(SIZE_AT)) !== sizeBytes) return null;
  return Array.from({ length: Math.floor(entries.length / ENTRY_BYTES) }, (_, index) => {
    const from = index * ENTRY_BYTES;
    const hash = entries.subarray(from, from + HASH_BYTES);
    return { hash, at: entries.readUInt32BE(from + HASH_BYTES) };
  });
}

/** Writes that file. Where it cannot be written, or not whole, the pack is read again
 * the next time. */
export function writePlaces(
  fileSystem: FileSystem,
  pack: string,
  { sizeBytes, places }: { readonly sizeBytes: number; readonly places: readonly FramePlaceIn[] },
): void {
  const bytes = Buffer.alloc(ENTRIES_AT + places.length * ENTRY_BYTES);
  HEAD.copy(bytes);
  bytes.writeBigUInt64BE(BigInt(sizeBytes), SIZE_AT);
  for (const [index, { hash, at }] of places.entries()) {
    const from = ENTRIES_AT + index * ENTRY_BYTES;
    hash.copy(bytes, from);
    bytes.writeUInt32BE(at, from + HASH_BYTES);
  }
  bytes.writeUInt32BE(crc32(bytes.subarray(ENTRIES_AT)), SUM_AT);
  const path = placesPath(pack);
  try {
    removeIfThere(fileSystem, path);
    withFile(fileSystem, path, "create", (file) => writeAll(fileSystem, file, bytes));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Beside a pack: `000001.places`. */
export function placesPath(pack: string): string {
  return pack.replace(/\.pack$/, ".places");
}

function readIfThere(fileSystem: FileSystem, path: string): Buffer | null {
  try {
    return fileSystem.readFile(path);
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}
