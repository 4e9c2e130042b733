import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import type { Item, RecordedItem } from "../events/item.js";
import { isKnownEvent, rollbackOf } from "../events/known-event.js";
import type { TurnAborted, TurnCompleted, TurnStarted } from "../events/turn.js";
import { changes } from "./fact-slices.js";
import { countedFacts } from "./reduce.js";
import { FOREIGN_ROLLBACK, isBoundaryOrigin } from "./turns.js";

/** Where a turn may begin. */
export interface Opening {
  readonly offset: number;
  /**
   * The last offset that counts before it: the one before, or the target of its event's rollback.
   * (Going to the one before such an event would restore what the event discards.)
   */
  readonly before: number;
}

/** What an event means for the turns of its log. */
export type TurnMark =
  | (Opening & {
      readonly kind: "start";
      readonly at: string;
      readonly turn: string | null;
      readonly foreignId: string | null;
      readonly model: string | null;
    })
  | (Opening & {
      readonly kind: "boundary";
      readonly at: string;
      readonly item: Item;
    })
  | { readonly kind: "end"; readonly offset: number; readonly end: TurnEnd }
  /** The ledger was rewritten, other than by a rollback; `mayUndo`: in place of a foreign one. */
  | { readonly kind: "edit"; readonly offset: number; readonly mayUndo: boolean }
  /** Context was recorded that a boundary may follow. */
  | (Opening & { readonly kind: "context" })
  /** Any other item. */
  | { readonly kind: "item" };

/** How a turn ended, as the event that ended it reports. */
export interface TurnEnd {
  readonly kind: "completed" | "aborted";
  readonly reason: string | null;
  readonly durationMs: number | null;
}

const NO_MARKS: readonly TurnMark[] = [];
const ITEM: TurnMark = { kind: "item" };

/** The marks of an event, in folding order; what it discards has none. */
export function turnMarks(event: LogEvent): readonly TurnMark[] {
  if (!isKnownEvent(event)) return NO_MARKS;
  return countedFacts(event).flatMap((fact) => marksOfFact(fact, event));
}

/** @param event the one that brings the fact */
export function marksOfFact(fact: Fact, event: RefoldEvent): readonly TurnMark[] {
  const { offset } = event;
  if (changes(fact, "version")) {
    if (fact.type === "history.rolled-back") return NO_MARKS;
    const mayUndo = fact.type === "history.trimmed" && fact.data.reason === FOREIGN_ROLLBACK;
    return [{ kind: "edit", offset, mayUndo }];
  }
  if (!changes(fact, "turns")) return NO_MARKS;
  switch (fact.type) {
    case "turn.started":
      return [startMark(fact, event)];
    case "turn.completed":
      return [{ kind: "end", offset, end: { kind: "completed", ...endOf(fact) } }];
    case "turn.aborted":
      return [{ kind: "end", offset, end: { kind: "aborted", ...endOf(fact) } }];
    case "item.recorded":
      return [itemMark(fact.data, event)];
    case "context.injected":
      return fact.data.items.map((recorded) => itemMark(recorded, event));
  }
}

function startMark({ data }: TurnStarted, event: RefoldEvent): TurnMark {
  const { at, turn } = event;
  const { foreignId = null, envelope } = data;
  const model = envelope.model ?? null;
  return { kind: "start", ...opening(event), at, turn: turn ?? null, foreignId, model };
}

function endOf({ data }: TurnCompleted | TurnAborted): Omit<TurnEnd, "kind"> {
  return { reason: data.reason, durationMs: data.durationMs };
}

function itemMark({ item, origin }: RecordedItem, event: RefoldEvent): TurnMark {
  if (isBoundaryOrigin(origin)) {
    return { kind: "boundary", ...opening(event), at: event.at, item };
  }
  return origin === "runtime" ? { kind: "context", ...opening(event) } : ITEM;
}

function opening(event: RefoldEvent): Opening {
  const { offset } = event;
  return { offset, before: rollbackOf(event) ?? offset - 1 };
}
