import type { Sequence } from "./thread-state.js";

/**
 * A read-only sequence for histories that grow at the end. Versions share one buffer: a version is a
 * length, and the newest one appends in place, beyond what every older version can see. Appending to
 * an older version copies what it has, once. So a fold costs what an array costs, and an old state
 * stays valid.
 */
export class SharedSequence<T> implements Sequence<T> {
  /** Holds at least `length` elements; those from `length` on belong to newer versions. */
  readonly #buffer: T[];
  readonly length: number;

  private constructor(buffer: T[], length: number) {
    this.#buffer = buffer;
    this.length = length;
  }

  static of<T>(elements: readonly T[]): SharedSequence<T> {
    return new SharedSequence([...elements], elements.length);
  }

  /** Adds one element at the end of any sequence; of one of this kind, without copying it. */
  static append<T>(sequence: Sequence<T>, element: T): SharedSequence<T> {
    const length = sequence.length;
    const own = isShared(sequence) && sequence.#isNewest();
    const buffer = own ? sequence.#buffer : [...sequence.toArray()];
    buffer.push(element);
    return new SharedSequence(buffer, length + 1);
  }

  /** Whether one sequence is another one, or that with more at its end: by how it was made, not by looking. */
  static continues<T>(sequence: Sequence<T>, older: Sequence<T>): boolean {
    if (sequence === older) return true;
    if (!isShared(sequence) || !isShared(older)) return false;
    return sequence.#buffer === older.#buffer && sequence.length >= older.length;
  }

  at(index: number): T | undefined {
    const place = index < 0 ? index + this.length : index;
    return place >= 0 && place < this.length ? this.#buffer[place] : undefined;
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    let left = this.length; // the buffer may grow while somebody reads
    for (const element of this.#buffer) {
      if (left-- === 0) return;
      yield element;
    }
  }

  toArray(): readonly T[] {
    return this.#buffer.slice(0, this.length);
  }

  /** The elements themselves, when it is turned into JSON. */
  toJSON(): readonly T[] {
    return this.toArray();
  }

  #isNewest(): boolean {
    return this.#buffer.length === this.length;
  }
}

function isShared<T>(sequence: Sequence<T>): sequence is SharedSequence<T> {
  return sequence instanceof SharedSequence;
}
