import { encodePieceList, type PieceRef } from "./piece-list.js";
import type { VaultWriter } from "./vault-writer.js";

/** A list names so many pieces at most, and the next one goes on from it: what is held and written at once stays small. */
const LIST_PIECES = 4_096;

/** What the first list of a content goes on from: so many of another one's first pieces. */
export interface ListStart {
  /** Null: none. */
  readonly base: Buffer | null;
  readonly kept: number;
  /** How many of those end where their content says. */
  readonly settled: number;
}

/** Names the pieces of a content as they come, in as many lists as they need. */
export class ListWriter {
  #base: Buffer | null;
  #kept: number;
  #settled: number;
  #refs: PieceRef[] = [];

  constructor(
    private readonly writer: VaultWriter,
    { base, kept, settled }: ListStart,
  ) {
    this.#base = base;
    this.#kept = kept;
    this.#settled = settled;
  }

  async add(ref: PieceRef, isSettled: boolean): Promise<void> {
    if (this.#refs.length === LIST_PIECES) await this.#put();
    this.#refs.push(ref);
    if (isSettled) this.#settled += 1;
  }

  /** @returns the hash of the list that names all of them, by way of those before it */
  end(): Promise<Buffer> {
    return this.#put();
  }

  async #put(): Promise<Buffer> {
    const refs = this.#refs;
    const list = { base: this.#base, kept: this.#kept, settled: this.#settled, refs };
    const hash = await this.writer.put("list", encodePieceList(list));
    this.#base = hash;
    this.#kept += refs.length;
    this.#refs = [];
    return hash;
  }
}
