import { KeyNumbers } from "./key-numbers.js";

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
