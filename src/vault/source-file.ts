import { createHash, type Hash } from "node:crypto";
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { kindOfNoFile, notAFile } from "../sessions/errors.js";

/** What tells whether a file changed since it was looked at. */
export interface FileLook {
  readonly sizeBytes: number;
  readonly modifiedNs: bigint;
  /** When anything about it changed; nobody can set it. */
  readonly changedNs: bigint;
  readonly inode: bigint;
  readonly mode: number;
}

export function lookOf(stats: BigIntStats): FileLook {
  return {
    sizeBytes: Number(stats.size),
    modifiedNs: stats.mtimeNs,
    changedNs: stats.ctimeNs,
    inode: stats.ino,
    mode: Number(stats.mode),
  };
}

export function isSameLook(one: FileLook, other: FileLook): boolean {
  return (
    one.sizeBytes === other.sizeBytes &&
    one.modifiedNs === other.modifiedNs &&
    one.changedNs === other.changedNs &&
    one.inode === other.inode
  );
}

const READ_BYTES = 2 * 1024 * 1024;
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK;

/** A part of a file, valid until the next one is asked for. */
export interface CutPiece {
  readonly bytes: Buffer;
  /** Whether its content says that it ends there; false: the file ended. */
  readonly isSettled: boolean;
}

/** A file that somebody may be writing to: it is only ever read. */
export class SourceFile {
  readonly #file: number;
  #room = Buffer.of();

  /** @throws what the system throws; `not-a-file` */
  constructor(readonly path: string) {
    this.#file = openSync(path, READ_ONLY);
    const stats = fstatSync(this.#file);
    if (stats.isFile()) return;
    closeSync(this.#file);
    throw notAFile(path, kindOfNoFile(stats));
  }

  look(): FileLook {
    return lookOf(fstatSync(this.#file, { bigint: true }));
  }

  close(): void {
    closeSync(this.#file);
  }

  /** @returns whether there were so many bytes */
  hash(sum: Hash, from: number, to: number): boolean {
    const room = this.#roomFor(to - from);
    for (let at = from; at < to;) {
      const read = readSync(this.#file, room, 0, Math.min(READ_BYTES, to - at), at);
      if (read === 0) return false;
      sum.update(room.subarray(0, read));
      at += read;
    }
    return true;
  }

  /** SHA-256 of its first bytes, in hex; null: it has fewer. */
  sha256(bytes: number): string | null {
    const sum = createHash("sha256");
    return this.hash(sum, 0, bytes) ? sum.digest("hex") : null;
  }

  /**
   * Its pieces from a byte at which one begins.
   * @param onRead given all that is read, in order
   * @returns whether there were so many bytes
   */
  *pieces(
    from: number,
    to: number,
    onRead: (bytes: Buffer, position: number) => void,
  ): Generator<CutPiece, boolean, undefined> {
    const buffer = this.#roomFor(to - from);
    let filled = 0;
    for (let position = from; position < to;) {
      const read = readSync(
        this.#file,
        buffer,
        filled,
        Math.min(READ_BYTES, to - position),
        position,
      );
      if (read === 0) return false;
      onRead(buffer.subarray(filled, filled + read), position);
      position += read;
      filled += read;
      let at = 0;
      for (let end; (end = endOfPiece(buffer, at, filled)) !== -1; at = end) {
        yield { bytes: buffer.subarray(at, end), isSettled: true };
      }
      buffer.copyWithin(0, at, filled);
      filled -= at;
    }
    if (filled > 0) yield { bytes: buffer.subarray(0, filled), isSettled: false };
    return true;
  }

  /** Room for what is read at a time, and for the piece that it may go on from. */
  #roomFor(bytes: number): Buffer {
    const size = Math.min(READ_BYTES, bytes) + PIECE_BYTES.most;
    if (this.#room.length < size) this.#room = Buffer.allocUnsafeSlow(size);
    return this.#room;
  }
}

/**
 * Sizes of pieces in bytes. Content decides where a piece ends, so that what is inserted or repeated moves
 * the ends of few: none ends before `least`, all before `most`, and around `usual` most of them do.
 */
const PIECE_BYTES = { least: 2 * 1024, usual: 8 * 1024, most: 64 * 1024 } as const;

/** An end is rarer before the usual size, and more frequent after it (as in FastCDC). */
const EARLY_MASK = topBits(15);
const LATE_MASK = topBits(11);

/**
 * Where the piece ends that begins at `from`: after a byte at which a rolling hash of the last 32 bytes says so.
 * It depends on the piece's own bytes only.
 *
 * @param to the end of what is known
 * @returns the byte after the piece; -1: it goes on beyond `to`
 */
export function endOfPiece(bytes: Uint8Array, from: number, to: number): number {
  const { least, usual, most } = PIECE_BYTES;
  const usually = Math.min(to, from + usual);
  const early = endIn(bytes, from + least, usually, EARLY_MASK);
  if (early !== -1) return early;
  const last = Math.min(to, from + most);
  const late = endIn(bytes, usually, last, LATE_MASK);
  if (late !== -1) return late;
  return last === from + most ? last : -1;
}

/** Every byte of every file goes through this loop: in a function of its own it is compiled best. */
function endIn(bytes: Uint8Array, from: number, to: number, mask: number): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) {
    hash = ((hash << 1) + Math.imul((bytes[at] ?? 0) + 1, 0x9e3779b1)) | 0;
    if ((hash & mask) === 0) return at + 1;
  }
  return -1;
}

/** The bits that the most bytes have an influence on. */
function topBits(count: number): number {
  return ((1 << count) - 1) << (31 - count);
}
