import type { Packs } from "./packs.js";
import type { PieceList, PieceRef, PieceRefs } from "./piece-list.js";

/** A list that a content is named by. */
interface ChainLink {
  readonly hash: Buffer;
  readonly list: PieceList;
  /** So many of the content's first pieces are named by it, and by those that it goes on from. */
  readonly end: number;
}

/** A list, and those that it goes on from: the newest first. */
function* listChain(packs: Packs, newest: Buffer): Generator<ChainLink, void, undefined> {
  let end = Infinity;
  for (let hash: Buffer | null = newest; hash !== null;) {
    const list = packs.readList(hash);
    end = Math.min(end, list.kept + list.refs.count);
    yield { hash, list, end };
    end = Math.min(end, list.kept);
    hash = list.base;
  }
}

/** Those that this list names itself. */
function ownRefs({ list, end }: Pick<ChainLink, "list" | "end">): PieceRefs {
  return list.refs.slice(0, end - list.kept);
}

/**
 * The pieces of a content, in their order. Lists are read once to find those before them and once more for their
 * pieces, so that one is held at a time.
 */
export function* piecesOf(packs: Packs, newest: Buffer): Generator<PieceRef, void, undefined> {
  const chain: Pick<ChainLink, "hash" | "end">[] = [];
  let oldest: PieceList | null = null;
  for (const { hash, list, end } of listChain(packs, newest)) {
    chain.push({ hash, end });
    oldest = list;
  }
  for (const { hash, end } of chain.reverse()) {
    yield* ownRefs({ list: oldest ?? packs.readList(hash), end });
    oldest = null;
  }
}

/** The newest pieces of a content, as far as one that goes on from it needs them. */
export class RecentPieces {
  readonly count: number = 0;
  /** How many of all pieces end where their content says. */
  readonly settled: number = 0;
  /** How many of its first pieces the other list names; null: the content is not named by way of that. */
  readonly shared: number | null = null;
  /** Oldest first. */
  readonly #parts: { readonly from: number; readonly refs: PieceRefs }[] = [];

  /** @param other a list that what goes on may go on from; null: all pieces are needed */
  constructor(packs: Packs, newest: Buffer, other: Buffer | null) {
    for (const link of listChain(packs, newest)) {
      const { hash, list, end } = link;
      if (this.#parts.length === 0) [this.count, this.settled] = [end, list.settled];
      if (other?.equals(hash) === true) this.shared = end;
      const from = this.#parts[0]?.from ?? Infinity;
      if (this.shared !== null && from <= this.settled) break;
      this.#parts.unshift({ from: Math.min(list.kept, end), refs: ownRefs(link) });
    }
  }

  /** From one number up to another; the first ones are not there if they are shared and settled. */
  *slice(from: number, to: number): Generator<PieceRef, void, undefined> {
    for (const part of this.#parts) yield* part.refs.slice(from - part.from, to - part.from);
  }
}
