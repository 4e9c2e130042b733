import { closeSync, fstatSync, read, readFileSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import type { ByteSource } from "../dialects/shared/byte-source.js";
import { RefoldError } from "../errors.js";
import { systemErrorCode } from "../store/errors.js";
import { nodeFileSystem, withFile } from "../store/jsonl/file-system.js";
import { kindOfNoFile, notAFile } from "./errors.js";
import { pathRefused } from "./path-refused.js";
import { RelatedFiles } from "./related-file.js";

/** A file's bytes, read from the disk whenever they are asked for; nothing stays open between. */
export interface FileBytes extends ByteSource {
  readonly path: string;
  /** Size when it was opened. It may grow while its session goes on. */
  readonly sizeBytes: number;
}

export interface FileBytesOptions {
  /** Reports how far a stream has come, in bytes from the file's start. */
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
  /** Finds the files that the session refers to; one for all files that a command reads. */
  readonly related?: RelatedFiles | undefined;
}

/**
 * Opens a file as a dialect reads it.
 * @throws {RefoldError} `file-not-found`, `dangling-link`, `not-a-file`, `no-permission`, `empty-file`
 */
export async function fileBytes(path: string, options: FileBytesOptions = {}): Promise<FileBytes> {
  const sizeBytes = await readableSize(path);
  if (sizeBytes === 0) {
    const message = `${path} is empty`;
    const remedy = "The recording tool may have ended before it wrote anything.";
    throw new RefoldError("empty-file", { path }, { message, remedy });
  }
  return {
    name: path,
    path,
    sizeBytes,
    stream: (start = 0) => chunks(path, start, options.onProgress),
    slice: (start, end) => sliceOf(path, start, end),
    ...findersOf(path, options.related),
  };
}

/** Finds the files that a session refers to, or that belong to the same thread. */
function findersOf(
  path: string,
  related = new RelatedFiles(),
): Required<Pick<ByteSource, "find" | "findAll">> {
  const open = (found: string): Promise<FileBytes> => fileBytes(found, { related });
  return {
    find: async (id) => {
      const found = related.find(path, id);
      return found === null ? null : open(found);
    },
    findAll: async (threadId) => {
      const files: FileBytes[] = [];
      for (const found of related.generations(path, threadId)) files.push(await open(found));
      return files;
    },
  };
}

/** Looks before opening, which may do something to a device. */
async function readableSize(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) throw notAFile(path, kindOfNoFile(stats));
    closeSync(nodeFileSystem.open(path, "read"));
    return stats.size;
  } catch (error) {
    throw pathRefused(path, error);
  }
}

const CHUNK_BYTES = 1 << 18;
/** Room for what a file may have grown by: small, since the memory of each chunk is the collector's business. */
const GROWTH_BYTES = 1 << 12;
/** After so many bytes other work gets its turn. */
const TURN_BYTES = 1 << 20;

/**
 * Each chunk is a buffer of its own. Read at once: to hand a chunk to a thread of Node.js and back takes
 * several times as long as reading it does.
 */
async function* chunks(
  path: string,
  start: number,
  onProgress: FileBytesOptions["onProgress"],
): AsyncGenerator<Uint8Array> {
  const file = openAgain(path);
  try {
    const { size } = fstatSync(file);
    for (let position = start; ;) {
      const room = Math.min(CHUNK_BYTES, Math.max(GROWTH_BYTES, size - position));
      const chunk = Buffer.allocUnsafeSlow(room);
      const bytes = readAt(path, file, chunk, position);
      if (bytes === 0) return;
      position += bytes;
      yield chunk.subarray(0, bytes);
      onProgress?.(position);
      if (position % TURN_BYTES < bytes) await setImmediate();
    }
  } finally {
    closeSync(file);
  }
}

function readAt(path: string, file: number, into: Buffer, position: number): number {
  try {
    return readSync(file, into, 0, into.length, position);
  } catch (error) {
    throw pathRefused(path, error);
  }
}

async function sliceOf(path: string, start: number, end: number): Promise<Uint8Array> {
  const file = openAgain(path);
  try {
    const bytes = Buffer.alloc(Math.max(0, end - start));
    let filled = 0;
    while (filled < bytes.length) {
      const rest = bytes.subarray(filled);
      const { bytesRead } = await readInto(file, rest, 0, rest.length, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}

const readInto = promisify(read);

function openAgain(path: string): number {
  try {
    return nodeFileSystem.open(path, "read");
  } catch (error) {
    throw pathRefused(path, error);
  }
}

/** A file's bytes as `fileBytes` gives them. */
export interface HeldBytes extends FileBytes {
  /** All of them as they are now, where the file is small; null: read whenever asked for. */
  readonly held: Buffer | null;
}

/** The same, opened and read once where the file is small: for reading thousands of files. */
export async function heldBytes(path: string, related?: RelatedFiles): Promise<HeldBytes> {
  const held = smallContent(path);
  if (held === null || held.length === 0) {
    return { ...(await fileBytes(path, { related })), held: null };
  }
  return {
    ...bytesInMemory(path, held),
    ...{ path, sizeBytes: held.length, held },
    ...findersOf(path, related),
  };
}

/** Bytes in memory as a dialect reads a file. */
export function bytesInMemory(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    stream: (start = 0) => once(bytes.subarray(start)),
    slice: async (start, end) => bytes.subarray(start, end),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

/** Files up to this size are held: opening a file anew costs more than keeping so little. */
const HELD_BYTES = 4 * 1024 * 1024;

/** @returns null for what is large, no file, or cannot be read; opening it again gives the error */
export function smallContent(path: string): Buffer | null {
  try {
    return withFile(nodeFileSystem, path, "read", (file) => {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= HELD_BYTES ? readFileSync(file) : null;
    });
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return null;
  }
}
