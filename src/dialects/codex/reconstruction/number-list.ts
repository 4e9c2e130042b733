const CHUNK = 1 << 12;

/**
 * Numbers of which there is one for each line: a rollout of gigabytes has millions, and a rollback may
 * ask for any of them.
 */
export class NumberList {
  readonly #chunks: (Uint8Array | Int32Array)[] = [];
  #length = 0;

  /** @param Chunk bytes, or whole numbers of 32 bits */
  constructor(private readonly Chunk: typeof Uint8Array | typeof Int32Array) {}

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length % CHUNK === 0) this.#chunks.push(new this.Chunk(CHUNK));
    this.#length += 1;
    this.set(this.#length - 1, number);
  }

  /** @param index of one that is there */
  set(index: number, number: number): void {
    const chunk = this.#chunks[Math.floor(index / CHUNK)];
    if (chunk !== undefined) chunk[index % CHUNK] = number;
  }

  at(index: number): number | undefined {
    return index < this.#length
      ? this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK]
      : undefined;
  }
}
