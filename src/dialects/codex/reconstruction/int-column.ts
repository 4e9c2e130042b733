const BLOCK_LENGTH = 1 << 15;
/** What a list begins with: most sessions are short, and thousands may be read in one go. */
const FIRST_LENGTH = 1 << 6;

type Block = Int32Array | Uint8Array;

/** A growing list of integers, four bytes each (or one), for what is kept of every line. */
export class IntColumn {
  /** Blocks of one length, but for the first, which grows to it: later growth copies nothing. */
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
    const place = index & (BLOCK_LENGTH - 1);
    const block = this.#blocks[index >> 15];
    if (block !== undefined && place < block.length) block[place] = value;
    else this.#grown(index >> 15)[place] = value;
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

  /** @returns the block, with room for a value that it had none for */
  #grown(number: number): Block {
    const old = this.#blocks[number];
    const block = this.#block(number > 0 ? BLOCK_LENGTH : (old?.length ?? FIRST_LENGTH / 2) * 2);
    if (old !== undefined) block.set(old);
    this.#blocks[number] = block;
    return block;
  }

  #block(length: number): Block {
    return this.bytesEach === 4 ? new Int32Array(length) : new Uint8Array(length);
  }
}

/** Values by line, for lines that only grow: half the memory of a `Map`. */
export class LineMap<Value> {
  readonly #lines = new IntColumn();
  readonly #values: Value[] = [];

  /** @param line greater than all before */
  set(line: number, value: Value): void {
    this.#lines.push(line);
    this.#values.push(value);
  }

  get(line: number): Value | undefined {
    let low = 0;
    let high = this.#values.length - 1;
    if (this.#lines.at(high) === line) return this.#values[high]; // mostly it is the newest
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#lines.at(middle);
      if (found === line) return this.#values[middle];
      if (found < line) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }
}
