const EMPTY = -1;
const SMALLEST = 1 << 10;

/** A set of whole numbers from 0 on, in 16 bytes each on average: there may be millions. */
export class KeySet {
  #places = new Float64Array(SMALLEST).fill(EMPTY);
  #size = 0;

  has(key: number): boolean {
    return this.#places[this.#placeOf(key)] === key;
  }

  add(key: number): void {
    const place = this.#placeOf(key);
    if (this.#places[place] === key) return;
    this.#places[place] = key;
    this.#size += 1;
    if (this.#size * 2 > this.#places.length) this.#grow();
  }

  /** In no order. */
  toArray(): Float64Array<ArrayBuffer> {
    return this.#places.filter((key) => key !== EMPTY);
  }

  /** Where the key stands, or would. */
  #placeOf(key: number): number {
    const mask = this.#places.length - 1; // as many places as a power of two
    let place = key & mask; // a key's lower 32 bits are spread evenly, and an index needs no more
    while (this.#places[place] !== EMPTY && this.#places[place] !== key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const keys = this.#places;
    this.#places = new Float64Array(keys.length * 2).fill(EMPTY);
    for (const key of keys) if (key !== EMPTY) this.#places[this.#placeOf(key)] = key;
  }
}

/**
 * A number for a text: 53 bits, spread evenly. Two of ten million texts have the same once in two
 * hundred such sets.
 */
export function keyNumber(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 15;
  }
  low = Math.imul(low ^ (low >>> 16), 0xc2b2ae35) ^ high;
  high = Math.imul(high ^ (high >>> 13), 0x27d4eb2f);
  return ((high >>> 0) & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
