import type { Fact, FactOf, RefoldEvent } from "../events/event.js";
import type { RecordedItem, ReplacementItem } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import { refKey, refOffset } from "../reducers/item-refs.js";
import type { PlacedFact } from "../reducers/reduce.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { keptEntry, nextWindow } from "../runtime/compaction/strategy.js";
import type { ItemEdits } from "./item-edits.js";
import type { Usage } from "../events/slices.js";
import {
  type CachedRequest,
  compareRequests,
  requestOf,
} from "../projections/views/request-prefix.js";

/** A fact of the base as a variant's fork gets it, and where the base holds each of its items. */
export interface CopiedFact {
  readonly fact: Fact;
  /** One for each item of the fact; null: the base has none such. */
  readonly refs: readonly (ItemRef | null)[];
}

/** Where the items of the base are in a fork. */
export class RefMap {
  readonly #refs = new Map<string, ItemRef>();

  /** @param sharedTo the last offset that both have: up to there refs are the same */
  constructor(private readonly sharedTo: number) {}

  /** Takes note of what became of copied facts. */
  note(copied: readonly CopiedFact[], events: readonly RefoldEvent[]): void {
    copied.forEach(({ fact, refs }, at) => {
      const offset = events[at]?.offset;
      if (offset === undefined) return;
      refs.forEach((ref, index) => {
        if (ref === null) return;
        this.#refs.set(refKey(ref), fact.type === "item.recorded" ? offset : [offset, index]);
      });
    });
  }

  /** @returns undefined for an item that the fork does not have */
  of(ref: ItemRef): ItemRef | undefined {
    return refOffset(ref) <= this.sharedTo ? ref : this.#refs.get(refKey(ref));
  }

  /** Those that a fork's ledger holds now, in its own refs: a checkpoint gave its items new ones. */
  within({ ledger }: ThreadState, refs: readonly ItemRef[]): ItemRef[] {
    const now = new Map<string, ItemRef>();
    for (const { ref, source = ref } of ledger.entries) {
      now.set(refKey(source), ref).set(refKey(ref), ref);
    }
    return refs.flatMap((ref) => {
      const known = this.of(ref);
      return known === undefined ? [] : (now.get(refKey(known)) ?? []);
    });
  }
}

/** An item of the base as the fork records it, with what the variant adds after it. */
export async function copiedItem(
  data: RecordedItem,
  ref: ItemRef,
  edits: ItemEdits,
): Promise<readonly CopiedFact[]> {
  const added = await edits.addedBehind(ref);
  const extra = added.map((one): CopiedFact => ({
    fact: { type: "item.recorded", data: one },
    refs: [null],
  }));
  if (edits.isRemoved(ref)) return extra;
  const applied: RecordedItem = await edits.applied(data, ref);
  return [{ fact: { type: "item.recorded", data: applied }, refs: [ref] }, ...extra];
}

/** A compaction of the base as the fork has it: the same list, its sources by the fork's own refs. */
export function copiedCompaction(
  { fact, refAt }: PlacedFact & { readonly fact: FactOf<"history.compacted"> },
  after: ThreadState,
  known: { readonly refs: RefMap; readonly state: ThreadState; readonly edits: ItemEdits },
): CopiedFact {
  const { refs, state, edits } = known;
  const { data } = fact;
  const list: readonly ReplacementItem[] =
    data.replacement ?? after.ledger.entries.toArray().map(keptEntry);
  const kept = list
    .map((entry, index) => ({ entry, ref: refAt(index) }))
    .filter(({ entry }) => entry.source === undefined || !edits.isRemoved(entry.source));
  const replacement = kept.map(({ entry: { source, ...entry } }): ReplacementItem => {
    const from = source === undefined ? undefined : refs.of(source);
    return from === undefined ? entry : { ...entry, source: from };
  });
  return {
    fact: {
      type: "history.compacted",
      data: {
        ...data,
        rest: undefined, // of the fork's own state: the log completes it
        ...{ replacement, trimmed: refs.within(state, data.trimmed) },
        replaced: { from: 0, to: state.log.head - 1 },
        ...nextWindow(state),
      },
    },
    refs: kept.map(({ ref }) => ref),
  };
}

/** One request of the base and the variant's in its place, as estimates. */
interface RequestPair {
  readonly base: CachedRequest;
  readonly variant: CachedRequest;
  /** Tokens that each shares with the request before it. */
  readonly baseShared: number;
  readonly variantShared: number;
}

/**
 * What a recorded request would have cost as a variant asks it: what was reported, moved by the
 * difference of the estimates, with so much from the cache as the prefix allows. A request that is the
 * same costs the same.
 */
export class ReplayUsage {
  #before: { readonly base: CachedRequest; readonly variant: CachedRequest };
  #pair: RequestPair | null = null;

  /** @param base the state at the fork: what both requests before the first one had */
  constructor(base: ThreadState) {
    const request = requestOf(base, null);
    this.#before = { base: request, variant: request };
  }

  /** The next request of both. */
  ask(base: ThreadState, variant: ThreadState): void {
    const now = {
      base: requestOf(base, this.#before.base),
      variant: requestOf(variant, this.#before.variant),
    };
    this.#pair = {
      ...now,
      baseShared: compareRequests(this.#before.base, now.base).shared.tokens,
      variantShared: compareRequests(this.#before.variant, now.variant).shared.tokens,
    };
    this.#before = now;
  }

  /** @param usage as it was recorded for the newest request */
  costOf(usage: Usage): Usage {
    if (this.#pair === null) return usage;
    const { base, variant, baseShared, variantShared } = this.#pair;
    const input = Math.max(0, usage.input + variant.tokens - base.tokens);
    const share = baseShared === 0 ? 1 : variantShared / baseShared;
    const cachedInput = Math.min(input, Math.round(usage.cachedInput * share));
    return { ...usage, input, cachedInput, total: Math.max(0, usage.total + input - usage.input) };
  }
}
