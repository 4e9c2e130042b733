import { IntColumn } from "./int-column.js";

/** The chain of no lines: an empty ledger. */
export const EMPTY_CHAIN = 0;
const NONE = -1;

/**
 * Ledgers as chains of the lines that made them, oldest first. The same lines in the same order are
 * the same chain, so two ledgers are compared by one number. For each chain the newest offset is
 * kept at which the folded state had it.
 */
export class LedgerChain {
  readonly #parents = new IntColumn();
  readonly #lines = new IntColumn();
  readonly #offsets = new IntColumn();
  readonly #newestChildren = new IntColumn();
  /** Further children of chains that have several: rare. */
  readonly #otherChildren = new Map<string, number>();

  constructor() {
    this.#add(NONE, NONE);
  }

  /** The chain with one more line. */
  extend(chain: number, line: number): number {
    const newest = this.#newestChildren.at(chain);
    if (newest !== NONE && this.#lines.at(newest) === line) return newest;
    const key = `${chain} ${line}`;
    const known = newest === NONE ? undefined : this.#otherChildren.get(key);
    if (known !== undefined) return known;
    if (newest !== NONE) this.#otherChildren.set(`${chain} ${this.#lines.at(newest)}`, newest);
    const child = this.#add(chain, line);
    this.#newestChildren.set(chain, child);
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
      lines.push(this.#lines.at(at));
      at = this.#parents.at(at);
    }
    const offset = this.#offsets.at(at);
    return { offset: offset === NONE ? null : offset, lines: lines.reverse() };
  }

  #add(parent: number, line: number): number {
    this.#parents.push(parent);
    this.#newestChildren.push(NONE);
    this.#offsets.push(NONE);
    return this.#lines.push(line);
  }
}
