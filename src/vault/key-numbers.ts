const FIRST_SLOTS = 1 << 13;
/** A table that is fuller than this is enlarged. */
const MOST_FULL = 0.6;
/** Memory for so many keys is taken at a time. */
const BLOCK_KEYS = 1 << 12;

/**
 * Keys of one length, which get numbers in the order in which they come: an open hash table in flat memory, because
 * a vault has millions of them, of which each would take several times as much in a `Map`.
 */
export class KeyNumbers {
  #count = 0;
  readonly #blocks: Buffer[] = [];
  /** Of each slot the number of its key, from 1; 0: empty. */
  #slots = new Uint32Array(FIRST_SLOTS);

  constructor(private readonly keyBytes: number) {}

  get count(): number {
    return this.#count;
  }

  /** @returns -1: it has none */
  numberOf(key: Buffer): number {
    return (this.#slots[this.#slotOf(key)] ?? 0) - 1;
  }

  /** @returns its number: how many there were before, if it is new */
  add(key: Buffer): number {
    const slot = this.#slotOf(key);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    const number = this.#count;
    if (number % BLOCK_KEYS === 0) this.#blocks.push(Buffer.alloc(BLOCK_KEYS * this.keyBytes));
    key.copy(this.keyOf(number));
    this.#count += 1;
    this.#slots[slot] = this.#count;
    if (this.#count > this.#slots.length * MOST_FULL) this.#enlarge();
    return number;
  }

  keyOf(number: number): Buffer {
    const from = (number % BLOCK_KEYS) * this.keyBytes;
    const block = this.#blocks[Math.floor(number / BLOCK_KEYS)];
    return block?.subarray(from, from + this.keyBytes) ?? Buffer.of();
  }

  /** The slot that has a key, or the empty one that may take it. */
  #slotOf(key: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = startOf(key) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0 || this.#isAt(number - 1, key)) return slot;
    }
  }

  #isAt(number: number, key: Buffer): boolean {
    const from = (number % BLOCK_KEYS) * this.keyBytes;
    const block = this.#blocks[Math.floor(number / BLOCK_KEYS)];
    return block !== undefined && key.compare(block, from, from + this.keyBytes) === 0;
  }

  #enlarge(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#count; number += 1) {
      this.#slots[this.#slotOf(this.keyOf(number))] = number + 1;
    }
  }
}

/** Ids begin with a time, which many have in common: their ends differ. */
function startOf(key: Buffer): number {
  const end = key.length;
  const mixed = Math.imul(key.readUInt32LE(end - 4), 0x9e3779b1) ^ key.readUInt32LE(end - 8);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 8;
}

/** Where a frame is. */
export interface FramePlace {
  /** The pack's number. */
  readonly pack: number;
  /** Where in it the frame begins. */
  readonly at: number;
}

const HASH_BYTES = 32;
const FIRST_ROOM = 1 << 12;

/** Which frame holds the content of a hash. */
export class PieceIndex {
  readonly #hashes = new KeyNumbers(HASH_BYTES);
  /** Pack and place of the frame in one number. */
  #places = new Float64Array(FIRST_ROOM);

  get count(): number {
    return this.#hashes.count;
  }

  has(hash: Buffer): boolean {
    return this.#hashes.numberOf(hash) !== -1;
  }

  get(hash: Buffer): FramePlace | undefined {
    const place = this.#places[this.#hashes.numberOf(hash)];
    if (place === undefined) return undefined;
    return { pack: Math.floor(place / 2 ** 32), at: place % 2 ** 32 };
  }

  /** What is stored twice is where it was stored last. */
  set(hash: Buffer, { pack, at }: FramePlace): void {
    const number = this.#hashes.add(hash);
    if (number === this.#places.length) {
      const places = new Float64Array(number * 2);
      places.set(this.#places);
      this.#places = places;
    }
    this.#places[number] = pack * 2 ** 32 + at;
  }
}
