import { createHash } from "node:crypto";
import { crc32, inflateRawSync } from "node:zlib";
import type { FileSystem } from "../store/jsonl/file-system.js";

/** What a frame holds: bytes of files, or the list of the pieces that make up a file. */
export type FrameKind = "piece" | "list";

/** How a frame begins. */
export interface FrameHeader {
  readonly kind: FrameKind;
  readonly isDeflated: boolean;
  /** Of the content, unpacked. */
  readonly bytes: number;
  /** Of what follows the header. */
  readonly storedBytes: number;
  /** SHA-256 of the content. */
  readonly hash: Buffer;
}

/** Every pack begins with these bytes. */
export const PACK_HEAD = Buffer.from("refold pack 1\n\n\n");
/** A pack that is this long is not written to any more. */
export const FULL_PACK_BYTES = 256 * 1024 * 1024;
/** The length of a frame's header. */
export const HEADER_BYTES = 48;

const MARK = 0x52465031;
const MARK_BYTES = Buffer.from([0x52, 0x46, 0x50, 0x31]);
const KINDS: readonly FrameKind[] = ["piece", "list"];
const HASH_AT = 12;
const SUM_AT = 44;

/**
 * See docs/vault.md#packs.
 * @returns the header, to be followed by `storedBytes` bytes
 */
export function encodeHeader({ kind, isDeflated, bytes, storedBytes, hash }: FrameHeader): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(MARK, 0);
  header.writeUInt32BE(((KINDS.indexOf(kind) << 1) | Number(isDeflated)) * 2 ** 28 + bytes, 4);
  header.writeUInt32BE(storedBytes, 8);
  hash.copy(header, HASH_AT);
  header.writeUInt32BE(crc32(header.subarray(0, SUM_AT)), SUM_AT);
  return header;
}

/** @returns null: no frame begins there */
export function decodeHeader(header: Buffer): FrameHeader | null {
  if (header.length < HEADER_BYTES || header.readUInt32BE(0) !== MARK) return null;
  if (header.readUInt32BE(SUM_AT) !== crc32(header.subarray(0, SUM_AT))) return null;
  const form = header.readUInt32BE(4);
  const kind = KINDS[form >>> 29];
  if (kind === undefined) return null;
  return {
    ...{ kind, isDeflated: ((form >>> 28) & 1) === 1, bytes: form % 2 ** 28 },
    storedBytes: header.readUInt32BE(8),
    hash: Buffer.from(header.subarray(HASH_AT, SUM_AT)),
  };
}

/** @returns the content of a frame; null: it is not what its header says */
export function unpackFrame(header: FrameHeader, stored: Buffer): Buffer | null {
  const content = header.isDeflated ? inflated(stored, header.bytes) : stored;
  return content !== null && sha256(content).equals(header.hash) ? content : null;
}

function inflated(stored: Buffer, bytes: number): Buffer | null {
  try {
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, bytes) });
  } catch {
    return null; // whoever asked reports the place
  }
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** A frame in a pack. */
export interface PlacedFrame extends FrameHeader {
  /** Where it begins. */
  readonly at: number;
}

const SCAN_BYTES = 4 * 1024 * 1024;

/**
 * The headers of a pack's frames, in order, up to `end`. What is no frame is passed over: where one begins, a
 * header with the right sum does.
 */
export function* framesIn(
  fileSystem: FileSystem,
  file: number,
  end: number,
): Generator<PlacedFrame, void, undefined> {
  const block = Buffer.allocUnsafe(Math.min(SCAN_BYTES, Math.max(end, HEADER_BYTES)));
  let blockAt = 0;
  let filled = 0;
  for (let at = PACK_HEAD.length; at + HEADER_BYTES <= end;) {
    if (at < blockAt || at + HEADER_BYTES > blockAt + filled) {
      blockAt = at;
      filled = readAt(fileSystem, file, block, at);
      if (filled < HEADER_BYTES) return; // it became shorter
    }
    const header = decodeHeader(block.subarray(at - blockAt, at - blockAt + HEADER_BYTES));
    if (header !== null && at + HEADER_BYTES + header.storedBytes <= end) {
      yield { ...header, at };
      at += HEADER_BYTES + header.storedBytes;
      continue;
    }
    const next = block.subarray(0, filled).indexOf(MARK_BYTES, at + 1 - blockAt);
    at = blockAt + (next === -1 ? Math.max(filled - MARK_BYTES.length, at - blockAt) + 1 : next);
  }
}

/** Fills a buffer from a place in a file. @returns how much there was */
export function readAt(
  fileSystem: FileSystem,
  file: number,
  into: Buffer,
  position: number,
): number {
  let filled = 0;
  while (filled < into.length) {
    const read = fileSystem.read(file, into.subarray(filled), position + filled);
    if (read === 0) break;
    filled += read;
  }
  return filled;
}
