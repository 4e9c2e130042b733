import type { FileSystem } from "../file-system.js";
import {
  decodeFrameHeader,
  decodeTable,
  frameHeaderBytes,
  longestFrameBytes,
  tableBytes,
  tableFootBytes,
  type Frame,
} from "./frame.js";

/** An archive that is open. */
export interface OpenArchive {
  readonly fileSystem: FileSystem;
  readonly file: number;
  readonly path: string;
}

export interface ArchiveFrames {
  /** In the order of the log, without gaps. */
  readonly frames: readonly Frame[];
  /** The archive was cut short: behind the frames there were more. */
  readonly isCut: boolean;
}

/**
 * Finds the frames of an archive: by the table at its end, with two small reads, or, where that is
 * gone, from frame to frame, since each says how long it is.
 */
export function readFrames(archive: OpenArchive): ArchiveFrames {
  const sizeBytes = archive.fileSystem.sizeBytes(archive.file);
  return fromTable(archive, sizeBytes) ?? fromFrames(archive, sizeBytes);
}

/** Reads the bytes from `from` on, or as many as there are. */
export function readStored(
  { fileSystem, file }: OpenArchive,
  { from, length }: { readonly from: number; readonly length: number },
): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = fileSystem.read(file, bytes.subarray(filled), from + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function fromTable(archive: OpenArchive, sizeBytes: number): ArchiveFrames | null {
  if (sizeBytes < tableFootBytes) return null;
  const footAt = { from: sizeBytes - tableFootBytes, length: tableFootBytes };
  const length = tableBytes(readStored(archive, footAt));
  if (length === null || length > sizeBytes) return null;
  const frames = decodeTable(readStored(archive, { from: sizeBytes - length, length }));
  const last = frames?.at(-1);
  if (frames === null || last === undefined || !frames.every(isFrame)) return null;
  return last.start + last.storedBytes + length === sizeBytes ? { frames, isCut: false } : null;
}

function fromFrames(archive: OpenArchive, sizeBytes: number): ArchiveFrames {
  const frames: Frame[] = [];
  let [start, logStart, totalLogBytes] = [0, 0, Infinity];
  for (;;) {
    const header = decodeFrameHeader(
      readStored(archive, { from: start, length: Math.min(frameHeaderBytes, sizeBytes - start) }),
    );
    if (header === null || header.logStart !== logStart) break;
    const { storedBytes, logBytes } = header;
    if (start + storedBytes > sizeBytes || !isFrame(header)) break;
    frames.push({ start, storedBytes, logStart, logBytes });
    totalLogBytes = header.totalLogBytes;
    start += storedBytes;
    logStart += logBytes;
  }
  return { frames, isCut: logStart < totalLogBytes };
}

/** Whether a frame can be as long as it says: one without bytes would never end, a huge one fill memory. */
function isFrame({ storedBytes, logBytes }: Pick<Frame, "storedBytes" | "logBytes">): boolean {
  return storedBytes > frameHeaderBytes && logBytes > 0 && logBytes <= longestFrameBytes;
}
