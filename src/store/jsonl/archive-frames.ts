import { crc32 } from "node:zlib";
import { readBytes } from "./lines.js";
import type { LogFile } from "./log-file.js";

/**
 * An archive is a gzip file of many members, so that `zcat` reads it: each *frame* is a member of its
 * own, which says in its header's extra field how long it is and where in the log its bytes stand;
 * the last member is empty and holds the table of all frames (docs/file-format.md).
 */

/** A stretch of the log, and the gzip member that holds it. */
export interface Frame {
  /** Position in the archive. */
  readonly start: number;
  readonly storedBytes: number;
  /** Position in the log. */
  readonly logStart: number;
  readonly logBytes: number;
}

/** A log longer than so many frames of the usual size has larger ones: the table has an end. */
const mostFrames = 4000;
const usualFrameBytes = 256 * 1024;
/** No frame that was written is longer; what claims to be is no frame. */
export const longestFrameBytes = 256 * 1024 * 1024;

/** How many bytes of a log go into one frame, at most. */
export function frameBytesFor(logBytes: number): number {
  return Math.max(usualFrameBytes, Math.ceil(logBytes / mostFrames));
}

/** Magic, deflate, an extra field, no time, no system: the same bytes at any time and anywhere. */
const gzipStart = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff]);
const frameId = Buffer.from("RF");
const tableId = Buffer.from("RT");
const frameDataBytes = 24;
const subfieldAt = gzipStart.length + 2;
const dataAt = subfieldAt + 4;
/** How many bytes are before a frame's compressed data. */
export const frameHeaderBytes = dataAt + frameDataBytes;
const trailerBytes = 8;
/** An empty deflate stream, its CRC and its length. */
const emptyMemberEnd = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const tableMagic = Buffer.from("RFLD");
const entryBytes = 8;
/** How many bytes at an archive's end say how long its table is. */
export const tableFootBytes = 12 + emptyMemberEnd.length;

interface FrameHeader {
  readonly storedBytes: number;
  readonly logStart: number;
  readonly logBytes: number;
  readonly totalLogBytes: number;
}

/** Makes the member of a frame. @param deflated its bytes, as raw deflate */
export function encodeFrame(
  bytes: Uint8Array,
  deflated: Uint8Array,
  place: Pick<FrameHeader, "logStart" | "totalLogBytes">,
): Buffer {
  const storedBytes = frameHeaderBytes + deflated.length + trailerBytes;
  const data = Buffer.alloc(frameDataBytes);
  data.writeUInt32LE(storedBytes, 0);
  data.writeUInt32LE(bytes.length, 4);
  data.writeBigUInt64LE(BigInt(place.logStart), 8);
  data.writeBigUInt64LE(BigInt(place.totalLogBytes), 16);
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([memberStart(frameId, data), deflated, trailer]);
}

/** @returns null when no frame begins with these bytes */
export function decodeFrameHeader(bytes: Buffer): FrameHeader | null {
  if (!isArchive(bytes) || bytes.length < frameHeaderBytes) return null;
  return {
    storedBytes: bytes.readUInt32LE(dataAt),
    logBytes: bytes.readUInt32LE(dataAt + 4),
    logStart: Number(bytes.readBigUInt64LE(dataAt + 8)),
    totalLogBytes: Number(bytes.readBigUInt64LE(dataAt + 16)),
  };
}

/** Whether a file that begins with these bytes is an archive of a rollout. */
export function isArchive(firstBytes: Uint8Array): boolean {
  const start = memberStart(frameId, Buffer.alloc(frameDataBytes)).subarray(0, dataAt);
  return Buffer.from(firstBytes.subarray(0, dataAt)).equals(start);
}

/** Makes the last member: empty, with the lengths of all frames in its header. */
export function encodeTable(frames: readonly Pick<Frame, "storedBytes" | "logBytes">[]): Buffer {
  const entries = Buffer.alloc(frames.length * entryBytes);
  for (const [index, { storedBytes, logBytes }] of frames.entries()) {
    entries.writeUInt32LE(storedBytes, index * entryBytes);
    entries.writeUInt32LE(logBytes, index * entryBytes + 4);
  }
  const foot = Buffer.alloc(8);
  foot.writeUInt32LE(frames.length, 0);
  foot.writeUInt32LE(crc32(entries), 4);
  const member = memberStart(tableId, Buffer.concat([entries, foot, tableMagic]));
  return Buffer.concat([member, emptyMemberEnd]);
}

/** How long a table is, told by an archive's last bytes; null: it does not end with one. */
function tableBytes(foot: Buffer): number | null {
  const [magicAt, endAt] = [8, 12];
  if (foot.length !== tableFootBytes || !foot.subarray(endAt).equals(emptyMemberEnd)) return null;
  if (!foot.subarray(magicAt, endAt).equals(tableMagic)) return null;
  return dataAt + foot.readUInt32LE(0) * entryBytes + tableFootBytes;
}

/** The frames of a table's whole member; null: it is damaged. */
function decodeTable(member: Buffer): Frame[] | null {
  const entries = member.subarray(dataAt, -tableFootBytes);
  const sum = member.readUInt32LE(member.length - tableFootBytes + 4);
  if (crc32(entries) !== sum) return null;
  const frames: Frame[] = [];
  let [start, logStart] = [0, 0];
  for (let at = 0; at < entries.length; at += entryBytes) {
    const [storedBytes, logBytes] = [entries.readUInt32LE(at), entries.readUInt32LE(at + 4)];
    frames.push({ start, storedBytes, logStart, logBytes });
    start += storedBytes;
    logStart += logBytes;
  }
  return frames;
}

/** A member up to its compressed data, with one subfield in its extra field. */
function memberStart(id: Buffer, data: Buffer): Buffer {
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(data.length + 4, 0);
  lengths.writeUInt16LE(data.length, 2);
  return Buffer.concat([gzipStart, lengths.subarray(0, 2), id, lengths.subarray(2), data]);
}

interface ArchiveFrames {
  /** In the order of the log, without gaps. */
  readonly frames: readonly Frame[];
  /** The archive was cut short: after the frames there were more. */
  readonly isCut: boolean;
}

/**
 * Finds the frames of an archive: by the table at its end, with two small reads, or, where that is
 * gone, from frame to frame, since each says how long it is.
 * @param archive its own bytes, as those of a plain file
 */
export function readFrames(archive: LogFile): ArchiveFrames {
  return fromTable(archive) ?? fromFrames(archive);
}

function fromTable(archive: LogFile): ArchiveFrames | null {
  const { sizeBytes } = archive;
  if (sizeBytes < tableFootBytes) return null;
  const length = tableBytes(readBytes(archive, sizeBytes - tableFootBytes, sizeBytes));
  if (length === null || length > sizeBytes) return null;
  const frames = decodeTable(readBytes(archive, sizeBytes - length, sizeBytes));
  const last = frames?.at(-1);
  if (frames === null || last === undefined || !frames.every(isFrame)) return null;
  return last.start + last.storedBytes + length === sizeBytes ? { frames, isCut: false } : null;
}

function fromFrames(archive: LogFile): ArchiveFrames {
  const { sizeBytes } = archive;
  const frames: Frame[] = [];
  let [start, logStart, totalLogBytes] = [0, 0, Infinity];
  for (;;) {
    const headerEnd = Math.min(start + frameHeaderBytes, sizeBytes);
    const header = decodeFrameHeader(readBytes(archive, start, headerEnd));
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
