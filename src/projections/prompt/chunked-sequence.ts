import type { Sequence } from "../../reducers/thread-state.js";

const CHUNK_LENGTH = 512;

/**
 * A read-only sequence whose versions share their full chunks. Replacing the end costs at most one
 * chunk and the list of chunks, whatever the length.
 */
export class ChunkedSequence<T> implements Sequence<T> {
  /** Every chunk is full but the last; an empty sequence has none. */
  readonly #chunks: readonly (readonly T[])[];
  readonly length: number;

  private constructor(chunks: readonly (readonly T[])[], length: number) {
    this.#chunks = chunks;
    this.length = length;
  }

  static from<T>(elements: readonly T[]): ChunkedSequence<T> {
    return new ChunkedSequence(chunksOf(elements), elements.length);
  }

  at(index: number): T | undefined {
    const place = index < 0 ? index + this.length : index;
    if (place < 0 || place >= this.length) return undefined;
    return this.#chunks[Math.floor(place / CHUNK_LENGTH)]?.[place % CHUNK_LENGTH];
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  toArray(): readonly T[] {
    return this.#chunks.flat();
  }

  /** The elements themselves, for JSON. */
  toJSON(): readonly T[] {
    return this.toArray();
  }

  /** The first `keep` elements, then these. */
  spliceEnd(keep: number, elements: readonly T[]): ChunkedSequence<T> {
    const full = Math.floor(keep / CHUNK_LENGTH);
    const rest = this.#chunks[full]?.slice(0, keep % CHUNK_LENGTH) ?? [];
    const tail = chunksOf([...rest, ...elements]);
    return new ChunkedSequence([...this.#chunks.slice(0, full), ...tail], keep + elements.length);
  }
}

function chunksOf<T>(elements: readonly T[]): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < elements.length; start += CHUNK_LENGTH) {
    chunks.push(elements.slice(start, start + CHUNK_LENGTH));
  }
  return chunks;
}
