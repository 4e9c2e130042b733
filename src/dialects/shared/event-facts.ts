import { ceil4 } from "../../events/bytes.js";
import type { Fact, FactOf, Foreign, RefoldEvent } from "../../events/event.js";
import type { RecordedItem, ReplacementItem } from "../../events/item.js";
import { type EventPlace, stampFact } from "../../events/known-event.js";
import type { ItemRef } from "../../events/primitives.js";
import { initialState, isBareItem, placedFacts } from "../../reducers/reduce.js";
import { FOREIGN_ROLLBACK } from "../../reducers/turns.js";
import { type ForeignHole, NO_HOLES, NO_PATH, Path } from "./foreign-form.js";
import { added } from "./json.js";

/** A fact of a line. */
export interface LineFact {
  readonly fact: Fact;
  /** Where in the object is what it holds. */
  readonly holes: readonly ForeignHole[];
  /** Where in the fact their second paths start. */
  readonly within: Path;
  /** Told where the fact's item was recorded; null: nobody is. */
  readonly taker: RefTaker | null;
}

export interface RefTaker {
  noteRef(ref: ItemRef): void;
}

/** A fact that holds nothing of its object verbatim. */
export function plainFact(fact: Fact): LineFact {
  return { fact, holes: NO_HOLES, within: NO_PATH, taker: null };
}

/** Where an item is in the fact that records it. */
export const IN_ITEM = Path.of("data", "item");

/** What an event says, and which parts of its line it says them with. */
export interface EventFacts {
  readonly own: Fact;
  /** The list becomes the event's own. */
  readonly derived: Fact[];
  /** Their second paths start at the event. */
  readonly holes: readonly ForeignHole[];
}

/** An event with its members in their usual order. @param foreign null: the event says all of it */
export function composeEvent(
  place: EventPlace,
  { own, derived }: EventFacts,
  foreign: Foreign | null,
): RefoldEvent {
  const event = stampFact(place, own);
  if (derived.length > 0) event.derived = derived;
  if (foreign !== null) event.foreign = foreign;
  return event;
}

/** What a line can be about; anything else it says besides. */
const OWN: ReadonlySet<Fact["type"]> = new Set([
  "item.recorded",
  "history.compacted",
  "outputs.cleared",
  "notice.logged",
  "thread.renamed",
]);
/** Where an event has its derived facts. */
export const DERIVED = Path.of("derived");

/**
 * Puts a line's facts into its event (docs/architecture.md, "Folding one event"). The first one is
 * the event's own if it is what the line is about.
 * @param start the thread's start, for the first event
 * @param kept gives what the event says itself if none of the facts is
 */
export function eventFacts(
  facts: readonly LineFact[],
  start: FactOf<"thread.started"> | null,
  kept: () => FactOf<"foreign.kept">,
): EventFacts {
  const [first] = facts;
  const isOwn = start === null && first !== undefined && OWN.has(first.fact.type);
  let holes: ForeignHole[] | null = null;
  let derived: Fact[] | null = null;
  for (const { fact, holes: inFact, within } of facts) {
    const isDerived = !isOwn || fact !== first.fact;
    for (const hole of inFact) {
      const outer = isDerived ? within.under(DERIVED.at(String(derived?.length ?? 0))) : within;
      holes = added(holes, hole.under(outer));
    }
    if (isDerived) derived = added(derived, fact);
  }
  const own = start ?? (isOwn ? first.fact : kept());
  return { own, derived: derived ?? [], holes: holes ?? NO_HOLES };
}

/** Tells each fact of an event the ref of its first item. */
export function noteRefs(facts: readonly LineFact[], event: RefoldEvent): void {
  if (!facts.some(({ taker }) => taker !== null)) return;
  if (isBareItem(event)) {
    for (const { taker } of facts) taker?.noteRef(event.offset);
    return;
  }
  const placed = placedFacts(event, initialState); // no list of these dialects depends on the state
  for (const { fact, taker } of facts) {
    // The event's own fact is not the same object: the event has more members.
    const place = placed.find((one) => one.fact === fact) ?? placed[0];
    taker?.noteRef(place?.refAt() ?? event.offset);
  }
}

/** The thread's start, for its first event. */
export function startedFact(data: FactOf<"thread.started">["data"]): FactOf<"thread.started"> {
  return { type: "thread.started", data };
}

/** The items that facts of a line record. */
export function recordedIn(facts: readonly LineFact[]): readonly RecordedItem[] {
  let items: RecordedItem[] | null = null;
  for (const { fact } of facts) if (fact.type === "item.recorded") items = added(items, fact.data);
  return items ?? NO_RECORDED;
}

const NO_RECORDED: readonly RecordedItem[] = [];

/** What a compaction leaves. */
export interface CompactionContent {
  readonly reason?: string | null;
  readonly summary: string | null;
  /** Null: it names none, as Codex's oldest. */
  readonly replacement: ReplacementItem[] | null;
  readonly tokensBefore?: number | null;
}

/** Where a compaction is. */
export interface CompactionPlace {
  readonly line: number;
  /** Line of the compaction before; null: there is none. */
  readonly previous: number | null;
  /** 1 for the first. */
  readonly windowNumber: number;
}

/** Makes the facts that rewrite the ledger: each carries the version that it makes. */
export class HistoryFacts {
  #version = 0;

  rolledBack(to: number, turns: number | null = null): FactOf<"history.rolled-back"> {
    const data = { to, ...(turns !== null && { turns }), historyVersion: ++this.#version };
    return { type: "history.rolled-back", data };
  }

  cleared(): FactOf<"history.cleared"> {
    const data = { reason: FOREIGN_ROLLBACK, historyVersion: ++this.#version };
    return { type: "history.cleared", data };
  }

  /** A rollback's surgery on a ledger (docs/semantics.md §10.4). */
  trimmedByRollback(refs: readonly ItemRef[]): FactOf<"history.trimmed"> {
    return this.#trimmed(refs, {
      strategy: "codex",
      reason: FOREIGN_ROLLBACK,
      clearsBaseline: true,
    });
  }

  /** An item goes because it came again, longer. */
  replaced(ref: ItemRef): FactOf<"history.trimmed"> {
    const reason = "the same text came again, longer";
    return this.#trimmed([ref], { strategy: "claude-code", reason, clearsBaseline: false });
  }

  /** Items that pi takes out of the context, though their entry stays. */
  omitted(refs: readonly ItemRef[]): FactOf<"history.trimmed"> {
    const reason = "pi took it out of the context";
    return this.#trimmed(refs, { strategy: "pi", reason, clearsBaseline: false });
  }

  #trimmed(
    refs: readonly ItemRef[],
    words: Pick<FactOf<"history.trimmed">["data"], "strategy" | "reason" | "clearsBaseline">,
  ): FactOf<"history.trimmed"> {
    const data = { refs: [...refs], ...words, historyVersion: ++this.#version };
    return { type: "history.trimmed", data };
  }

  outputsCleared(refs: ItemRef[], placeholder: string): FactOf<"outputs.cleared"> {
    const data = { refs, placeholder, historyVersion: ++this.#version };
    return { type: "outputs.cleared", data };
  }

  compacted(
    { reason = null, summary, replacement, tokensBefore = null }: CompactionContent,
    { line, previous, windowNumber }: CompactionPlace,
  ): FactOf<"history.compacted"> {
    const data = {
      ...{ trigger: "foreign" as const, reason, summary, replacement, placement: "none" as const },
      replaced: line === 0 ? null : { from: previous ?? 0, to: line - 1 },
      tokensBefore,
      tokensAfter: replacement === null ? null : tokensOf(replacement),
      trimmed: [],
      windowNumber,
      historyVersion: ++this.#version,
    };
    return { type: "history.compacted", data };
  }
}

function tokensOf(replacement: readonly ReplacementItem[]): number {
  return replacement.reduce((sum, { countedBytes }) => sum + ceil4(countedBytes), 0);
}
