import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { FileSystem } from "../file-system.js";
import type { LogFile } from "../log-file.js";
import { readBytes } from "../raw-line.js";
import { writeAll } from "../write-all.js";
import { encodeFrame, encodeTable, frameBytesFor } from "./frame.js";

const deflate = promisify(deflateRaw);
const lineFeed = 0x0a;
/** So many frames are compressed at a time, on Node's own threads. */
const atATime = 4;

export interface WriteArchiveOptions {
  readonly fileSystem: FileSystem;
  /** An empty file that is open for writing. */
  readonly target: number;
  /** Told how much of the log is done, in bytes. */
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
  /** How many bytes of the log go into a frame, at most. Default by the log's length. */
  readonly frameBytes?: number;
}

/**
 * Writes a log as an archive, frame by frame. A frame ends with a line where one ends in it, so that
 * what a damaged frame takes with it is whole lines.
 */
export async function writeArchive(
  log: LogFile,
  { fileSystem, target, onProgress, frameBytes }: WriteArchiveOptions,
): Promise<void> {
  const atMost = frameBytes ?? frameBytesFor(log.sizeBytes);
  const frames: { storedBytes: number; logBytes: number }[] = [];
  for (let position = 0; position < log.sizeBytes;) {
    const parts: Promise<Buffer>[] = [];
    while (parts.length < atATime && position < log.sizeBytes) {
      const bytes = nextFrame(log, position, atMost);
      const place = { logStart: position, totalLogBytes: log.sizeBytes };
      parts.push(deflate(bytes).then((deflated) => encodeFrame(bytes, deflated, place)));
      frames.push({ storedBytes: 0, logBytes: bytes.length });
      position += bytes.length;
    }
    const members = await Promise.all(parts);
    for (const [index, member] of members.entries()) {
      writeAll(fileSystem, target, member);
      const frame = frames[frames.length - members.length + index];
      if (frame !== undefined) frame.storedBytes = member.length;
    }
    onProgress?.(position);
  }
  writeAll(fileSystem, target, encodeTable(frames));
}

function nextFrame(log: LogFile, position: number, atMost: number): Buffer {
  const end = Math.min(position + atMost, log.sizeBytes);
  const bytes = readBytes(log, position, end);
  if (end === log.sizeBytes) return bytes;
  const lines = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
  return lines.length === 0 ? bytes : lines;
}
