/** The chain of no lines: an empty ledger. */
export const EMPTY_CHAIN = 0;
const NONE = -1;

/**
 * Ledgers as chains of the lines that made them, oldest first. The same lines in the same order are
 * the same chain, so two ledgers are compared by one number. For each chain the newest offset is
 * kept at which the folded state had it.
 */
export class LedgerChain {
  readonly #lines = new NumberList(Int32Array);
  readonly #offsets = new NumberList(Int32Array);
  /** Of chains that were not made directly after their parents: few. */
  readonly #otherParents = new Map<number, number>();
  readonly #otherChildren = new Map<string, number>();

  constructor() {
    this.#add(NONE);
  }

  /** The chain with one more line. */
  extend(chain: number, line: number): number {
    const next = chain + 1;
    if (next === this.#lines.length) return this.#add(line);
    if (this.#lines.at(next) === line && this.#parentOf(next) === chain) return next;
    const key = `${chain} ${line}`;
    const known = this.#otherChildren.get(key);
    if (known !== undefined) return known;
    const child = this.#add(line);
    this.#otherChildren.set(key, child);
    this.#otherParents.set(child, chain);
    return child;
  }

  /** The folded state at `offset` has this chain's ledger. */
  reached(chain: number, offset: number): void {
    this.#offsets.set(chain, offset);
  }

  /**
   * The shortest way to a ledger: the newest offset whose ledger is a beginning of it, and the lines
   * that are missing then. `offset` null: no state ever had a beginning of it, not even an empty one.
   */
  wayTo(chain: number): { readonly offset: number | null; readonly lines: readonly number[] } {
    const lines: number[] = [];
    let at = chain;
    while (at !== EMPTY_CHAIN && this.#offsets.at(at) === NONE) {
      lines.push(this.#lines.at(at) ?? NONE);
      at = this.#parentOf(at);
    }
    const offset = this.#offsets.at(at) ?? NONE;
    return { offset: offset === NONE ? null : offset, lines: lines.reverse() };
  }

  #parentOf(chain: number): number {
    return this.#otherParents.get(chain) ?? chain - 1;
  }

  #add(line: number): number {
    this.#offsets.push(NONE);
    this.#lines.push(line);
    return this.#lines.length - 1;
  }
}

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
