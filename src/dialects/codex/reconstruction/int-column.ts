const BLOCK_LENGTH = 1 << 15;

type Block = Int32Array | Uint8Array;

/** A growing list of integers, four bytes each (or one), for what is kept of every line. */
export class IntColumn {
  /** Blocks of one length: growing copies nothing and leaves nothing unused. */
  readonly #blocks: Block[] = [];
  #length = 0;

  /** @param bytesEach 1: the values are 0 to 255 */
  constructor(private readonly bytesEach: 1 | 4 = 4) {}

  get length(): number {
    return this.#length;
  }

  /** @returns the place of the new value */
  push(value: number): number {
    const index = this.#length++;
    const block = this.#blocks[index >> 15] ?? this.#addBlock();
    block[index & (BLOCK_LENGTH - 1)] = value;
    return index;
  }

  /** @returns 0 outside of the list */
  at(index: number): number {
    return this.#blocks[index >> 15]?.[index & (BLOCK_LENGTH - 1)] ?? 0;
  }

  /** @param index of a value that is there */
  set(index: number, value: number): void {
    const block = this.#blocks[index >> 15];
    if (block !== undefined) block[index & (BLOCK_LENGTH - 1)] = value;
  }

  /** Keeps the first `length` values. */
  truncate(length: number): void {
    this.#length = length;
  }

  #addBlock(): Block {
    const block =
      this.bytesEach === 4 ? new Int32Array(BLOCK_LENGTH) : new Uint8Array(BLOCK_LENGTH);
    this.#blocks.push(block);
    return block;
  }
}
