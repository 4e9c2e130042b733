const HASH_BYTES = 32;
const ENTRY_BYTES = HASH_BYTES + 4;
const HEAD_BYTES = HASH_BYTES + 12;
const NO_BASE = Buffer.alloc(HASH_BYTES);

/** A piece of a file: its content's hash and length. */
export interface PieceRef {
  readonly hash: Buffer;
  readonly bytes: number;
}

/** Pieces in their order, as a list holds them: as objects they would take several times as much. */
export class PieceRefs implements Iterable<PieceRef> {
  constructor(private readonly encoded: Buffer) {}

  get count(): number {
    return this.encoded.length / ENTRY_BYTES;
  }

  /** Some of them, from one number up to another. */
  slice(from: number, to: number): PieceRefs {
    const [start, end] = [from, to].map((number) => Math.max(0, number) * ENTRY_BYTES);
    return new PieceRefs(this.encoded.subarray(start, end));
  }

  *[Symbol.iterator](): Generator<PieceRef, void, undefined> {
    for (let at = 0; at < this.encoded.length; at += ENTRY_BYTES) {
      const hash = this.encoded.subarray(at, at + HASH_BYTES);
      yield { hash, bytes: this.encoded.readUInt32BE(at + HASH_BYTES) };
    }
  }
}

/**
 * The pieces that make up a file, as a frame holds them: so many of another list's first ones, then these.
 */
export interface PieceList {
  /** Hash of the frame that holds the other list; null: these are the first ones. */
  readonly base: Buffer | null;
  /** How many of the other list's pieces these follow. */
  readonly kept: number;
  /**
   * How many of all pieces so far end where their content says. Those after them are what was read beyond, in as
   * many parts as it came.
   */
  readonly settled: number;
  readonly refs: PieceRefs;
}

export function encodePieceList({
  base,
  kept,
  settled,
  refs,
}: Omit<PieceList, "refs"> & { readonly refs: readonly PieceRef[] }): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + refs.length * ENTRY_BYTES);
  base?.copy(bytes);
  bytes.writeUInt32BE(kept, HASH_BYTES);
  bytes.writeUInt32BE(settled, HASH_BYTES + 4);
  bytes.writeUInt32BE(refs.length, HASH_BYTES + 8);
  let at = HEAD_BYTES;
  for (const ref of refs) {
    ref.hash.copy(bytes, at);
    bytes.writeUInt32BE(ref.bytes, at + HASH_BYTES);
    at += ENTRY_BYTES;
  }
  return bytes;
}

/** @returns null: these bytes are no such list */
export function decodePieceList(bytes: Buffer): PieceList | null {
  if (bytes.length < HEAD_BYTES) return null;
  const count = bytes.readUInt32BE(HASH_BYTES + 8);
  if (bytes.length !== HEAD_BYTES + count * ENTRY_BYTES) return null;
  const base = bytes.subarray(0, HASH_BYTES);
  return {
    base: base.equals(NO_BASE) ? null : base,
    kept: bytes.readUInt32BE(HASH_BYTES),
    settled: bytes.readUInt32BE(HASH_BYTES + 4),
    refs: new PieceRefs(bytes.subarray(HEAD_BYTES)),
  };
}
