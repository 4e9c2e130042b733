const HASH_BYTES = 32;
const ENTRY_BYTES = HASH_BYTES + 4;
const HEAD_BYTES = HASH_BYTES + 12;
const NO_BASE = Buffer.alloc(HASH_BYTES);

/** A piece of a file: its content's hash and length. */
export interface PieceRef {
  readonly hash: Buffer;
  readonly bytes: number;
}

/** Room for so many pieces is taken at a time. */
const ROOM_PIECES = 1_024;

/**
 * Pieces in their order, as lists hold them: 36 bytes each in flat memory, because a file of 10 GB has more than a
 * million, of which each would take several times as much as an object.
 */
export class PieceRefs implements Iterable<PieceRef> {
  /** Of whole entries each. */
  readonly #parts: Buffer[] = [];
  /** What was added after those parts. */
  #room = Buffer.of();
  #used = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ hash, bytes }: PieceRef): void {
    if (this.#used === this.#room.length) {
      this.#seal();
      this.#room = Buffer.allocUnsafeSlow(ROOM_PIECES * ENTRY_BYTES);
    }
    hash.copy(this.#room, this.#used);
    this.#room.writeUInt32BE(bytes, this.#used + HASH_BYTES);
    this.#used += ENTRY_BYTES;
    this.#count += 1;
  }

  /** Adds them as they are in a list; they are not copied. */
  addEncoded(entries: Buffer): void {
    this.#seal();
    this.#parts.push(entries);
    this.#count += entries.length / ENTRY_BYTES;
  }

  /** Some of them, from one number up to another. */
  slice(from: number, to = this.count): PieceRefs {
    const some = new PieceRefs();
    for (const entries of this.encoded(from, to)) some.addEncoded(entries);
    return some;
  }

  /** The same as they are in a list, in as few parts as they are held in. */
  *encoded(from = 0, to = this.count): Generator<Buffer, void, undefined> {
    let at = 0;
    for (const part of this.#all()) {
      const end = at + part.length / ENTRY_BYTES;
      const [first, last] = [Math.max(from, at), Math.min(to, end)];
      if (first < last) yield part.subarray((first - at) * ENTRY_BYTES, (last - at) * ENTRY_BYTES);
      at = end;
    }
  }

  *[Symbol.iterator](): Generator<PieceRef, void, undefined> {
    for (const part of this.#all()) {
      for (let at = 0; at < part.length; at += ENTRY_BYTES) {
        const hash = part.subarray(at, at + HASH_BYTES);
        yield { hash, bytes: part.readUInt32BE(at + HASH_BYTES) };
      }
    }
  }

  *#all(): Generator<Buffer, void, undefined> {
    yield* this.#parts;
    yield this.#room.subarray(0, this.#used);
  }

  #seal(): void {
    if (this.#used > 0) this.#parts.push(this.#room.subarray(0, this.#used));
    this.#room = Buffer.of();
    this.#used = 0;
  }
}

/**
 * The pieces that make up a file, as a frame holds them: so many of another list's first ones, then these.
 */
export interface PieceList {
  /** Hash of the frame that holds the other list; null: it stands for itself. */
  readonly base: Buffer | null;
  /** How many of the other list's pieces these follow. */
  readonly kept: number;
  /**
   * How many of all pieces end where their content says. Those after them are what was read beyond, in as many
   * parts as it came.
   */
  readonly settled: number;
  readonly refs: PieceRefs;
}

export function encodePieceList({ base, kept, settled, refs }: PieceList): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  (base ?? NO_BASE).copy(head, 0);
  head.writeUInt32BE(kept, HASH_BYTES);
  head.writeUInt32BE(settled, HASH_BYTES + 4);
  head.writeUInt32BE(refs.count, HASH_BYTES + 8);
  return Buffer.concat([head, ...refs.encoded()]);
}

/** @returns null: these bytes are no such list */
export function decodePieceList(bytes: Buffer): PieceList | null {
  if (bytes.length < HEAD_BYTES) return null;
  const count = bytes.readUInt32BE(HASH_BYTES + 8);
  if (bytes.length !== HEAD_BYTES + count * ENTRY_BYTES) return null;
  const base = bytes.subarray(0, HASH_BYTES);
  const refs = new PieceRefs();
  refs.addEncoded(bytes.subarray(HEAD_BYTES));
  return {
    base: base.equals(NO_BASE) ? null : base,
    kept: bytes.readUInt32BE(HASH_BYTES),
    settled: bytes.readUInt32BE(HASH_BYTES + 4),
    refs,
  };
}
