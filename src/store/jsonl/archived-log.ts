import { archiveDamaged } from "../errors.js";
import type { RefoldError } from "../../errors.js";
import { gunzipSync } from "node:zlib";
import { countLeading } from "../../events/count-leading.js";
import { RecentlyUsed } from "../../recently-used.js";
import { type Frame, longestFrameBytes, readFrames } from "./archive-frames.js";
import type { FileSystem } from "./file-system.js";
import { readBytes } from "./lines.js";
import { type LogFile, openFile } from "./log-file.js";

const lineFeed = 0x0a;
/** Reading backward across the border of two frames needs both. */
const framesKept = 2;

/**
 * Opens an archive as the log that is in it: a position is one of the log's, and of the archive only
 * the frames are read in which what is asked for is.
 * A frame that cannot be read gives NUL bytes and a line feed, and what was cut off an empty line: no
 * line of a log is like that, so that readers come upon damage there, as in a plain file.
 *
 * @throws {RefoldError} `archive-damaged`: not one whole frame is in it
 */
export function openArchive(fileSystem: FileSystem, path: string): LogFile {
  return openFile(fileSystem, path, archivedLog);
}

/** @param archive its own bytes; closed with the log */
function archivedLog(archive: LogFile): LogFile {
  const { path } = archive;
  const { frames, isCut } = readFrames(archive);
  const last = frames.at(-1);
  if (last === undefined) {
    throw archiveDamaged({ file: path, byte: 0, logByte: 0, why: "no whole frame begins" });
  }
  const endByte = last.logStart + last.logBytes;
  const cut = { start: last.start + last.storedBytes, storedBytes: 0, logStart: endByte };
  const lost = isCut ? [{ ...cut, logBytes: 1 }] : [];
  const content = new FrameContent(archive, [...frames, ...lost], new Set<Frame>(lost));
  return {
    path,
    sizeBytes: endByte + lost.length,
    isSealed: true,
    findLost: (from, to) => content.findLost(from, to),
    read: (into, position) => content.read(into, position),
    [Symbol.dispose]: () => archive[Symbol.dispose](),
  };
}

class FrameContent {
  /** The frames that were used last. */
  readonly #kept = new RecentlyUsed<Frame, Buffer>();

  constructor(
    private readonly archive: LogFile,
    private readonly frames: readonly Frame[],
    private readonly lost: Set<Frame>,
  ) {}

  read(into: Uint8Array, position: number): number {
    let filled = 0;
    while (filled < into.length) {
      const frame = this.#frameAt(position + filled);
      if (frame === undefined) break;
      const from = position + filled - frame.logStart;
      const part = this.#bytesOf(frame).subarray(from, from + into.length - filled);
      into.set(part, filled);
      filled += part.length;
    }
    return filled;
  }

  findLost(from: number, to: number): RefoldError<"archive-damaged"> | null {
    for (const frame of this.lost) {
      if (frame.logStart >= to || frame.logStart + frame.logBytes <= from) continue;
      const why = frame.storedBytes === 0 ? "the archive was cut short" : "a frame is damaged";
      const { start: byte, logStart: logByte } = frame;
      return archiveDamaged({ file: this.archive.path, byte, logByte, why });
    }
    return null;
  }

  #frameAt(position: number): Frame | undefined {
    const { frames } = this;
    const endOf = (frame?: Frame) => (frame?.logStart ?? Infinity) + (frame?.logBytes ?? 0);
    return frames[countLeading(frames.length, (index) => endOf(frames[index]) <= position)];
  }

  #bytesOf(frame: Frame): Buffer {
    const kept = this.#kept.get(frame) ?? this.#unpack(frame);
    this.#kept.set(frame, kept).keep(framesKept);
    return kept;
  }

  #unpack(frame: Frame): Buffer {
    const bytes = this.lost.has(frame) ? null : unpackFrame(this.archive, frame);
    if (bytes !== null) return bytes;
    this.lost.add(frame);
    const filler = Buffer.alloc(frame.logBytes);
    filler[frame.logBytes - 1] = lineFeed;
    return filler;
  }
}

/** The bytes of a frame, checked against its CRC and length; null: they are not what was written. */
function unpackFrame(archive: LogFile, { start, storedBytes, logBytes }: Frame): Buffer | null {
  const member = readBytes(archive, start, start + storedBytes);
  if (logBytes > longestFrameBytes) return null;
  try {
    const bytes = gunzipSync(member, { maxOutputLength: Math.max(1, logBytes) });
    return bytes.length === logBytes ? bytes : null;
  } catch {
    return null; // zlib's refusals; the caller remembers the frame as lost, and readers report it
  }
}
