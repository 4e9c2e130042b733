/** Where a frame is. */
export interface FramePlace {
  /** The pack's number. */
  readonly pack: number;
  /** Where in it the frame begins. */
  readonly at: number;
}

const HASH_BYTES = 32;
const FIRST_ROOM = 1 << 12;
/** A table that is fuller than this is enlarged. */
const MOST_FULL = 0.6;

/**
 * Which frame holds the content of a hash: an open hash table in flat memory, because a vault has millions of
 * pieces, of which each would take several times as much in a `Map`.
 */
export class PieceIndex {
  #count = 0;
  #hashes = Buffer.alloc(FIRST_ROOM * HASH_BYTES);
  /** Pack and place of the frame in one number. */
  #places = new Float64Array(FIRST_ROOM);
  /** Of each slot the number of its entry, from 1; 0: empty. */
  #slots = new Uint32Array(FIRST_ROOM * 2);

  get count(): number {
    return this.#count;
  }

  has(hash: Buffer): boolean {
    return this.#slots[this.#slotOf(hash)] !== 0;
  }

  get(hash: Buffer): FramePlace | undefined {
    const entry = this.#slots[this.#slotOf(hash)] ?? 0;
    if (entry === 0) return undefined;
    const place = this.#places[entry - 1] ?? 0;
    return { pack: Math.floor(place / 2 ** 32), at: place % 2 ** 32 };
  }

  /** What is stored twice is where it was stored last. */
  set(hash: Buffer, { pack, at }: FramePlace): void {
    const slot = this.#slotOf(hash);
    let entry = this.#slots[slot] ?? 0;
    if (entry === 0) {
      if (this.#count === this.#places.length) this.#enlargeEntries();
      entry = ++this.#count;
      hash.copy(this.#hashes, (entry - 1) * HASH_BYTES);
      this.#slots[slot] = entry;
    }
    this.#places[entry - 1] = pack * 2 ** 32 + at;
    if (this.#count > this.#slots.length * MOST_FULL) this.#enlargeSlots();
  }

  /** The slot that has a hash, or the empty one that may take it. */
  #slotOf(hash: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash.readUInt32LE(0) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0 || this.#isAt(entry - 1, hash)) return slot;
    }
  }

  #isAt(entry: number, hash: Buffer): boolean {
    const from = entry * HASH_BYTES;
    return hash.compare(this.#hashes, from, from + HASH_BYTES) === 0;
  }

  #enlargeEntries(): void {
    const places = new Float64Array(this.#places.length * 2);
    places.set(this.#places);
    this.#places = places;
    const hashes = Buffer.alloc(this.#hashes.length * 2);
    this.#hashes.copy(hashes);
    this.#hashes = hashes;
  }

  #enlargeSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let entry = 0; entry < this.#count; entry += 1) {
      const hash = this.#hashes.subarray(entry * HASH_BYTES, (entry + 1) * HASH_BYTES);
      this.#slots[this.#slotOf(hash)] = entry + 1;
    }
  }
}
