const HASH_BYTES = 32;
const ENTRY_BYTES = HASH_BYTES + 4;
const HEAD_BYTES = HASH_BYTES + 12;
const NO_BASE = Buffer.alloc(HASH_BYTES);

/** A piece of a file: its content's hash and length. */
export interface PieceRef {
  readonly hash: Buffer;
  readonly bytes: number;
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
  readonly refs: readonly PieceRef[];
}

export function encodePieceList({ base, kept, settled, refs }: PieceList): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + refs.length * ENTRY_BYTES);
  (base ?? NO_BASE).copy(bytes, 0);
  bytes.writeUInt32BE(kept, HASH_BYTES);
  bytes.writeUInt32BE(settled, HASH_BYTES + 4);
  bytes.writeUInt32BE(refs.length, HASH_BYTES + 8);
  for (const [index, ref] of refs.entries()) {
    const at = HEAD_BYTES + index * ENTRY_BYTES;
    ref.hash.copy(bytes, at);
    bytes.writeUInt32BE(ref.bytes, at + HASH_BYTES);
  }
  return bytes;
}

/** @returns null: these bytes are no such list */
export function decodePieceList(bytes: Buffer): PieceList | null {
  if (bytes.length < HEAD_BYTES) return null;
  const count = bytes.readUInt32BE(HASH_BYTES + 8);
  if (bytes.length !== HEAD_BYTES + count * ENTRY_BYTES) return null;
  const base = bytes.subarray(0, HASH_BYTES);
  const refs = Array.from({ length: count }, (_, index) => {
    const at = HEAD_BYTES + index * ENTRY_BYTES;
    return {
      hash: bytes.subarray(at, at + HASH_BYTES),
      bytes: bytes.readUInt32BE(at + HASH_BYTES),
    };
  });
  return {
    base: base.equals(NO_BASE) ? null : base,
    kept: bytes.readUInt32BE(HASH_BYTES),
    settled: bytes.readUInt32BE(HASH_BYTES + 4),
    refs,
  };
}
