import type { Fact, FactOf, RefoldEvent } from "../../events/event.js";
import type { ItemRef, JsonObject } from "../../events/primitives.js";
import { initialState, placedFacts } from "../../reducers/reduce.js";
import { composeEvent, foreignForm, type ForeignHole, movedHole } from "./foreign-form.js";

/** A fact of a line, with where in the object stands what it holds (paths start at the fact). */
export interface LineFact {
  readonly fact: Fact;
  readonly holes: readonly ForeignHole[];
  /** Told where the fact's item was recorded. */
  readonly noteRef?: (ref: ItemRef) => void;
}

/** What an event says, and which parts of its line it says them with. */
interface EventFacts {
  readonly own: Fact;
  readonly derived: readonly Fact[];
  readonly holes: readonly ForeignHole[];
}

/** Numbers the facts that rewrite the ledger: each carries the version it makes. */
export class HistoryVersions {
  #newest = 0;

  next(): number {
    return ++this.#newest;
  }
}

/** What leads a message that does not continue the live branch. */
export function rollbackFacts(
  rollback: Rollback | null,
  versions: HistoryVersions,
): readonly LineFact[] {
  if (rollback === null) return [];
  const { to, clears } = rollback;
  const facts: Fact[] = [
    { type: "history.rolled-back", data: { to, historyVersion: versions.next() } },
  ];
  if (clears) {
    const data = { reason: "foreign-rollback", historyVersion: versions.next() };
    facts.push({ type: "history.cleared", data });
  }
  return facts.map((fact) => ({ fact, holes: [] }));
}

/**
 * Puts a line's facts into its event (docs/architecture.md, "Folding one event"). The
 * first one is the event's own where it is what the line is about.
 * @param kept what the event says itself when none of the facts is
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
  const own = start ?? (isOwn ? first.fact : kept);
  const others = isOwn ? facts.slice(1) : facts;
  const derivedHoles = others.flatMap(({ holes }, index) =>
    holes.map((hole) => movedHole(hole, ["derived", String(index)])),
  );
  return {
    own,
    derived: others.map(({ fact }) => fact),
    holes: [...(isOwn ? first.holes : []), ...derivedHoles],
  };
}

const NONE: readonly Fact[] = [];

/** Tells each fact of an event the ref of its first item. */
export function noteRefs(facts: readonly LineFact[], event: RefoldEvent): void {
  if (!facts.some(({ noteRef }) => noteRef !== undefined)) return;
  const placed = placedFacts(event, initialState); // no list of these dialects depends on the state
  for (const { fact, noteRef } of facts) {
    // The event's own fact is not the same object: the event has more members.
    noteRef?.((placed.find((one) => one.fact === fact) ?? placed[0])?.refAt() ?? event.offset);
  }
}

/** What a line can be about; anything else it says besides. */
const OWN: ReadonlySet<Fact["type"]> = new Set([
  "item.recorded",
  "history.compacted",
  "outputs.cleared",
  "notice.logged",
  "thread.renamed",
]);

/** A line with its place in the thread. */
interface PlacedLine {
  readonly ordinal: number;
  readonly id: string;
  readonly at: string;
  readonly value: JsonObject;
}

/** The event of a line, with the line's own form. */
export function eventOf(
  { ordinal, id, at, value }: PlacedLine,
  { own, derived, holes }: EventFacts,
): RefoldEvent {
  const foreign = foreignForm(value, holes);
  return composeEvent({ offset: ordinal, id, at }, own, { derived, foreign });
}

/** A place in a conversation that it can be taken up again at. */
export interface BranchNode {
  /** The newest offset at which it was the live leaf; null: never, or it still is. */
  liveUntil: number | null;
}

/** What has to happen before a line that does not continue the live branch is folded. */
export interface Rollback {
  /** The state is again what it was at this offset. */
  readonly to: number;
  /** There was no earlier state: what the first line said is cleared. */
  readonly clears: boolean;
}

/**
 * Which branch of a tree is live, line by line: the one that ends at the newest line. A line's place
 * is settled when it comes and never changes, so the state at the offset where a place was last live
 * is the state that a line behind it continues.
 */
export class LiveBranch<Node extends BranchNode> {
  #tip: Node;

  constructor(root: Node) {
    this.#tip = root;
  }

  get tip(): Node {
    return this.#tip;
  }

  /**
   * A line follows a place, and is live from now on.
   * @param ordinal the line's offset
   */
  grow(parent: Node, node: Node, ordinal: number): Rollback | null {
    const before = this.#tip;
    if (ordinal > 0) before.liveUntil = ordinal - 1;
    this.#tip = node;
    if (parent === before) return null;
    const to = parent.liveUntil;
    return to === null ? { to: 0, clears: true } : { to, clears: false };
  }

  /** A place that was left is live again. */
  goBack(node: Node, ordinal: number): Rollback | null {
    const before = this.#tip;
    if (node === before) return null;
    before.liveUntil = ordinal - 1;
    this.#tip = node;
    return { to: node.liveUntil ?? 0, clears: false };
  }
}
