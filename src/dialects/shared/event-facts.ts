import { ceil4 } from "../../events/bytes.js";
import type { Fact, FactOf, Foreign, RefoldEvent } from "../../events/event.js";
import type { ReplacementItem } from "../../events/item.js";
import { type EventPlace, stampFact } from "../../events/known-event.js";
import type { ItemRef } from "../../events/primitives.js";
import { initialState, isBareItem, placedFacts } from "../../reducers/reduce.js";
import { type ForeignHole, movedHole } from "./foreign-form.js";

/** A fact of a line, with where in the object is what it holds (paths start at the fact). */
export interface LineFact {
  readonly fact: Fact;
  readonly holes: readonly ForeignHole[];
  /** Called with where the fact's item was recorded. */
  readonly noteRef?: (ref: ItemRef) => void;
}

/** A fact that holds nothing of its object verbatim. */
export function plainFact(fact: Fact): LineFact {
  return { fact, holes: [] };
}

/** What an event says, and which parts of its line it says them with. */
export interface EventFacts {
  readonly own: Fact;
  readonly derived: readonly Fact[];
  readonly holes: readonly ForeignHole[];
}

/** An event with its members in their usual order. @param foreign null: the event says all of it */
export function composeEvent(
  place: EventPlace,
  { own, derived }: EventFacts,
  foreign: Foreign | null,
): RefoldEvent {
  const event = stampFact(place, own);
  if (derived.length > 0) event.derived = derived.slice();
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
const NONE: readonly Fact[] = [];

/**
 * Puts a line's facts into its event (docs/architecture.md, "Folding one event"). The first one is
 * the event's own if it is what the line is about.
 * @param kept what the event says itself if none of the facts is
 * @param start the thread's start, for the first event
 */
export function eventFacts(
  facts: readonly LineFact[],
  kept: FactOf<"foreign.kept">,
  start: FactOf<"thread.started"> | null,
): EventFacts {
  const [first] = facts;
  const isOwn = start === null && first !== undefined && OWN.has(first.fact.type);
  // Nearly every line says one thing.
  if (isOwn && facts.length === 1) return { own: first.fact, derived: NONE, holes: first.holes };
  const others = isOwn ? facts.slice(1) : facts;
  const holes = isOwn ? first.holes.slice() : [];
  for (const [index, one] of others.entries()) {
    for (const hole of one.holes) holes.push(movedHole(hole, ["derived", String(index)]));
  }
  const derived = others.map(({ fact }) => fact);
  return { own: start ?? (isOwn ? first.fact : kept), derived, holes };
}

/** Gives each fact of an event the ref of its first item. */
export function noteRefs(facts: readonly LineFact[], event: RefoldEvent): void {
  if (!facts.some(({ noteRef }) => noteRef !== undefined)) return;
  if (isBareItem(event)) {
    for (const { noteRef } of facts) noteRef?.(event.offset);
    return;
  }
  const placed = placedFacts(event, initialState); // no list of these dialects depends on the state
  for (const { fact, noteRef } of facts) {
    // The event's own fact is not the same object: the event has more members.
    noteRef?.((placed.find((one) => one.fact === fact) ?? placed[0])?.refAt() ?? event.offset);
  }
}

/** Why a rollback's facts edit the ledger themselves. */
const FOREIGN_ROLLBACK = "foreign-rollback";

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
    const words = { strategy: "codex", reason: FOREIGN_ROLLBACK, clearsBaseline: true };
    const data = { refs: [...refs], ...words, historyVersion: ++this.#version };
    return { type: "history.trimmed", data };
  }

  /** An item goes because it came again, longer. */
  replaced(ref: ItemRef): FactOf<"history.trimmed"> {
    const reason = "the same text came again, longer";
    const words = { strategy: "claude-code", reason, clearsBaseline: false };
    const data = { refs: [ref], ...words, historyVersion: ++this.#version };
    return { type: "history.trimmed", data };
  }

  /** Items that pi takes out of the context, though their entry stays. */
  omitted(refs: readonly ItemRef[]): FactOf<"history.trimmed"> {
    const words = {
      strategy: "pi",
      reason: "pi took it out of the context",
      clearsBaseline: false,
    };
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
