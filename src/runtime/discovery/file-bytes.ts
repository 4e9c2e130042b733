import { open, stat, type FileHandle } from "node:fs/promises";
import type { ByteSource } from "../../dialects/byte-source.js";
import { EmptyFile } from "./empty-file.js";
import { NotAFile } from "./not-a-file.js";
import { pathRefused } from "./path-refused.js";

/** A file's bytes, read from the disk whenever they are asked for; nothing stays open between. */
export interface FileBytes extends ByteSource {
  readonly path: string;
  /** Size when it was opened. It may grow while its session goes on. */
  readonly sizeBytes: number;
}

export interface FileBytesOptions {
  /** Told how far a stream has come, in bytes from the file's start. */
  readonly onProgress?: (doneBytes: number) => void;
}

const CHUNK_BYTES = 1 << 18;

/**
 * Opens a file as a dialect reads it.
 * @throws {FileNotFound} there is none @throws {DanglingLink} a link to nothing
 * @throws {NotAFile} a folder, a pipe or a device @throws {NoPermission}
 * @throws {EmptyFile} it holds no bytes
 */
export async function fileBytes(path: string, options?: FileBytesOptions): Promise<FileBytes> {
  const sizeBytes = await readableSize(path);
  if (sizeBytes === 0) throw new EmptyFile(path);
  return {
    name: path,
    path,
    sizeBytes,
    stream: (start = 0) => chunks(path, start, options?.onProgress),
    slice: (start, end) => sliceOf(path, start, end),
  };
}

/** Looks before opening: to open a pipe would wait for its writer. */
async function readableSize(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new NotAFile(path, "folder");
    if (!stats.isFile()) throw new NotAFile(path, stats.isFIFO() ? "pipe" : "device");
    const handle = await open(path, "r");
    await handle.close();
    return stats.size;
  } catch (error) {
    throw pathRefused(path, error);
  }
}

async function* chunks(
  path: string,
  start: number,
  onProgress: ((doneBytes: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  const handle = await opened(path);
  try {
    let ahead = readChunk(handle, start);
    for (let position = start; ;) {
      const chunk = await ahead;
      if (chunk.length === 0) return;
      position += chunk.length;
      ahead = readChunk(handle, position); // the disk works while the chunk is worked on
      ahead.catch(() => undefined); // it is awaited in its turn
      yield chunk;
      onProgress?.(position);
    }
  } finally {
    await handle.close(); // behind a read that is under way
  }
}

/** @returns a buffer of its own, which whoever takes it may keep; empty at the end */
async function readChunk(handle: FileHandle, position: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
  return buffer.subarray(0, bytesRead);
}

async function sliceOf(path: string, start: number, end: number): Promise<Uint8Array> {
  const handle = await opened(path);
  try {
    const bytes = Buffer.alloc(Math.max(0, end - start));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    throw pathRefused(path, error);
  }
}
