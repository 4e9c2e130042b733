import type { Sequence } from "./thread-state.js";

/** Elements of a chunk: what a version that diverges copies at most, beside a place for each chunk. */
const CHUNK = 256;

/** All chunks but the last are full, and never change again. */
interface Buffer<T> {
  readonly chunks: T[][];
  length: number;
}

/**
 * A read-only sequence for histories that grow at the end. Versions share one buffer: a version is a
 * length, and the newest one appends in place, beyond what every older version can see. Appending to
 * an older version begins a buffer that shares all full chunks. So a fold costs what an array costs, an
 * old state stays valid, and going back costs the same however long the history is.
 */
export class SharedSequence<T> implements Sequence<T> {
  /** Holds at least `length` elements; those from `length` on belong to newer versions. */
  readonly #buffer: Buffer<T>;
  readonly length: number;

  private constructor(buffer: Buffer<T>, length: number) {
    this.#buffer = buffer;
    this.length = length;
  }

  static of<T>(elements: readonly T[]): SharedSequence<T> {
    return new SharedSequence(bufferOf(elements), elements.length);
  }

  /** Adds one element at the end of any sequence; of one of this kind, without copying what it has. */
  static append<T>(sequence: Sequence<T>, element: T): SharedSequence<T> {
    if (sequence.length === 0) return SharedSequence.of([element]); // as `extend`
    const buffer = SharedSequence.#bufferEndingWith(sequence);
    push(buffer, element);
    return new SharedSequence(buffer, buffer.length);
  }

  /** Adds elements at the end, as `append` does one. Nothing goes into the buffer of an empty one: it may be a constant. */
  static extend<T>(sequence: Sequence<T>, elements: readonly T[]): SharedSequence<T> {
    if (sequence.length === 0) return SharedSequence.of(elements);
    const buffer = SharedSequence.#bufferEndingWith(sequence);
    for (const element of elements) push(buffer, element);
    return new SharedSequence(buffer, buffer.length);
  }

  /** Its own, where it is the newest version there. */
  static #bufferEndingWith<T>(sequence: Sequence<T>): Buffer<T> {
    const shared = isShared(sequence) ? sequence.#buffer : bufferOf(sequence.toArray());
    return shared.length === sequence.length ? shared : divergedAt(shared, sequence.length);
  }

  /** The leading elements of any sequence; of one of this kind, without copying them. */
  static take<T>(sequence: Sequence<T>, count: number): SharedSequence<T> {
    const buffer = isShared(sequence) ? sequence.#buffer : bufferOf(sequence.toArray());
    return new SharedSequence(buffer, Math.min(count, sequence.length));
  }

  /** The same elements, without hold on what newer versions have more. */
  static alone<T>(sequence: Sequence<T>): SharedSequence<T> {
    const { length } = sequence;
    if (!isShared(sequence)) return SharedSequence.of(sequence.toArray());
    return new SharedSequence(divergedAt(sequence.#buffer, length), length);
  }

  /** The same elements, and nothing behind them now: itself where no newer version has more. */
  static ending<T>(sequence: Sequence<T>): Sequence<T> {
    const isNewest = !isShared(sequence) || sequence.#buffer.length === sequence.length;
    return isNewest ? sequence : SharedSequence.alone(sequence);
  }

  /** Whether one sequence is another one, or that with more at its end: by how it was made, not by looking. */
  static continues<T>(sequence: Sequence<T>, older: Sequence<T>): boolean {
    if (sequence === older) return true;
    if (!isShared(sequence) || !isShared(older)) return false;
    return sequence.#buffer === older.#buffer && sequence.length >= older.length;
  }

  /** The same object for sequences of which one is the other with more at its end, by how they were made. */
  static historyOf<T>(sequence: Sequence<T>): object {
    return isShared(sequence) ? sequence.#buffer : sequence;
  }

  /** How many leading elements of two sequences are the same ones; what they share by how they were made is not looked at. */
  static sharedLength<T>(one: Sequence<T>, other: Sequence<T>): number {
    const most = Math.min(one.length, other.length);
    let length = isShared(one) && isShared(other) ? sharedChunks(one.#buffer, other.#buffer) : 0;
    while (length < most && one.at(length) === other.at(length)) length += 1;
    return Math.min(length, most);
  }

  at(index: number): T | undefined {
    const place = index < 0 ? index + this.length : index;
    if (place < 0 || place >= this.length) return undefined;
    return this.#buffer.chunks[Math.floor(place / CHUNK)]?.[place % CHUNK];
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    let left = this.length; // the buffer may grow while somebody reads
    for (const chunk of this.#buffer.chunks) {
      for (const element of chunk) {
        if (left-- === 0) return;
        yield element;
      }
    }
  }

  toArray(): readonly T[] {
    const none: T[] = [];
    const all = none.concat(...this.#buffer.chunks.slice(0, Math.ceil(this.length / CHUNK)));
    all.length = this.length;
    return all;
  }

  /** The elements themselves, when it is turned into JSON. */
  toJSON(): readonly T[] {
    return this.toArray();
  }
}

function bufferOf<T>(elements: readonly T[]): Buffer<T> {
  const chunks: T[][] = [];
  for (let at = 0; at < elements.length; at += CHUNK) chunks.push(elements.slice(at, at + CHUNK));
  return { chunks, length: elements.length };
}

function push<T>(buffer: Buffer<T>, element: T): void {
  const last = buffer.length % CHUNK === 0 ? undefined : buffer.chunks.at(-1);
  if (last === undefined) buffer.chunks.push([element]);
  else last.push(element);
  buffer.length += 1;
}

function divergedAt<T>({ chunks }: Buffer<T>, length: number): Buffer<T> {
  const shared = chunks.slice(0, Math.ceil(length / CHUNK));
  const last = shared.at(-1);
  if (last !== undefined && length % CHUNK !== 0) {
    shared[shared.length - 1] = last.slice(0, length % CHUNK);
  }
  return { chunks: shared, length };
}

/** The number of elements in the leading chunks that are the same. */
function sharedChunks<T>(one: Buffer<T>, other: Buffer<T>): number {
  if (one === other) return one.length;
  let chunks = 0;
  while (one.chunks[chunks] !== undefined && one.chunks[chunks] === other.chunks[chunks]) {
    chunks += 1;
  }
  return chunks * CHUNK;
}

function isShared<T>(sequence: Sequence<T>): sequence is SharedSequence<T> {
  return sequence instanceof SharedSequence;
}

/**
 * The elements of a sequence from a place on.
 * @param most absent: all that follow
 */
export function* elementsFrom<T>(
  sequence: Sequence<T>,
  from: number,
  most = Infinity,
): Generator<T, undefined, undefined> {
  const end = Math.min(from + most, sequence.length);
  for (let place = from; place < end; place += 1) {
    const element = sequence.at(place);
    if (element !== undefined) yield element;
  }
}
