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
