import type { ItemRef } from "../../events/primitives.js";
import type { Envelope } from "../../events/slices.js";
import type { ModelTable } from "../../models/find-model.js";
import type { Sequence } from "../../reducers/thread-state.js";
import type { PromptItem, PromptRepair } from "./prompt.js";

/** What the ledger holds of one call id within one kind of output. */
export interface CallTally {
  readonly call: boolean;
  readonly output: boolean;
  /** Ledger position of the first of them. */
  readonly first: number;
}

/** Which calls and outputs a ledger holds, by `pairingKey`. */
export type CallTallies = PersistentMap<CallTally>;

/** A repair with its place, so that a continuation can take back the newest ones. */
export interface PlacedRepair extends PromptRepair {
  readonly ledgerIndex: number;
}

/** What a target was resolved from: the same objects give the same target. */
export interface TargetBasis {
  readonly running: Envelope | null;
  readonly baseline: Envelope | null;
  readonly previousModel: string | null;
  readonly contextWindow: number | null;
}

/** What `continuePrompt` needs of the prompt before: explicit, so that no projection keeps a cache. */
export class CarriedPrompt {
  constructor(readonly facts: CarriedFacts) {}
}

export interface CarriedFacts {
  /** The ledger that is in: how long it was, and its two ends. */
  readonly ledgerLength: number;
  readonly firstRef: ItemRef | null;
  readonly lastRef: ItemRef | null;
  readonly tallies: CallTallies;
  /** The items and repairs that come from the ledger, without the request's fragments. */
  readonly items: ChunkedSequence<PromptItem>;
  readonly repairs: ChunkedSequence<PlacedRepair>;
  /** Sum of the items' estimated tokens. */
  readonly itemTokens: number;
  readonly instructionsHash: string | null;
  readonly instructionsTokens: number;
  readonly targetBasis: TargetBasis;
  readonly models: ModelTable | undefined;
}

const CHUNK_LENGTH = 512;

/**
 * A read-only sequence whose versions share their full chunks: adding at the end, and taking the end
 * back, cost at most one chunk and the list of chunks, whatever the length.
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

  /** The elements themselves, when it is turned into JSON. */
  toJSON(): readonly T[] {
    return this.toArray();
  }

  /** The first `keep` elements, and these behind them. */
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

/** Children or buckets of one level: 32 slots. */
type Slots<T> = readonly (T | undefined)[];
type Bucket<Value> = readonly (readonly [key: string, value: Value])[];

const EMPTY: Slots<never> = [];

/**
 * A read-only map from strings with cheap additions: `with` copies a path of three small arrays and
 * shares the rest, so that a version costs the same whatever the size. It may stand on a plain `Map`
 * that nobody changes any more, which a cold start fills at once.
 */
export class PersistentMap<Value> {
  readonly #base: ReadonlyMap<string, Value>;
  readonly #slots: Slots<Slots<Slots<Bucket<Value>>>>;

  constructor(
    base: ReadonlyMap<string, Value> = new Map(),
    slots: Slots<Slots<Slots<Bucket<Value>>>> = EMPTY,
  ) {
    this.#base = base;
    this.#slots = slots;
  }

  get(key: string): Value | undefined {
    const hash = hashOf(key);
    const bucket = this.#slots[hash & 31]?.[(hash >>> 5) & 31]?.[(hash >>> 10) & 31];
    return bucket?.find(([other]) => other === key)?.[1] ?? this.#base.get(key);
  }

  with(key: string, value: Value): PersistentMap<Value> {
    const hash = hashOf(key);
    const first = hash & 31;
    const second = (hash >>> 5) & 31;
    const third = (hash >>> 10) & 31;
    const middle = this.#slots[first] ?? EMPTY;
    const lower = middle[second] ?? EMPTY;
    const others = (lower[third] ?? []).filter(([other]) => other !== key);
    const bucket: Bucket<Value> = [...others, [key, value]];
    const slots = replaced(
      this.#slots,
      first,
      replaced(middle, second, replaced(lower, third, bucket)),
    );
    return new PersistentMap(this.#base, slots);
  }
}

function replaced<T>(slots: Slots<T>, index: number, value: T): Slots<T> {
  const copy = slots.length === 0 ? new Array<T | undefined>(32).fill(undefined) : slots.slice();
  copy[index] = value;
  return copy;
}

/** FNV-1a over UTF-16 units: only spread matters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
