/** Numbers that look random and are the same for the same seed (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1, which is not included. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to `end`, which is not included. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Log-normal by its median and the value that one in a hundred exceeds. */
  logNormal(median: number, ninetyNinth: number): number {
    const sigma = Math.log(ninetyNinth / median) / 2.3263; // 99th percentile of the normal
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return median * Math.exp(sigma * normal);
  }
}
