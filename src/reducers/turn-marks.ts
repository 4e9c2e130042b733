import { assertNever } from "../errors.js";
import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import { contentText, userMessageText } from "../events/item-class.js";
import type { Item, RecordedItem } from "../events/item.js";
import { isKnownEvent, rollbackOf } from "../events/known-event.js";
import type { TurnStarted } from "../events/turn.js";
import { countedFacts } from "./reduce.js";
import { FOREIGN_ROLLBACK, isBoundaryOrigin } from "./turns.js";

/** Where a turn may begin. */
interface Opening {
  readonly offset: number;
  /**
   * The last offset that counts before it: the one before, or where its event goes back to. (Going to
   * the one before such an event would bring back what the event discards.)
   */
  readonly before: number;
}

/** What in a log tells its turns apart. */
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
      readonly words: string;
    })
  | { readonly kind: "end"; readonly offset: number; readonly outcome: "completed" | "aborted" }
  /** The ledger was rewritten, other than by a rollback; `mayUndo`: in place of a foreign one. */
  | { readonly kind: "edit"; readonly offset: number; readonly mayUndo: boolean }
  /** Context was recorded that a boundary may follow. */
  | (Opening & { readonly kind: "context" })
  /** Any other item. */
  | { readonly kind: "item"; readonly offset: number };

/** How much of a user's message stands in a list of turns, in characters. */
const LONGEST_WORDS = 200;

/** The marks that an event leaves, in folding order; what it discards leaves none. */
export function turnMarks(event: LogEvent): readonly TurnMark[] {
  if (!isKnownEvent(event)) return [];
  return countedFacts(event).flatMap((fact) => marksOfFact(fact, event));
}

function marksOfFact(fact: Fact, event: RefoldEvent): readonly TurnMark[] {
  const { offset } = event;
  switch (fact.type) {
    case "turn.started":
      return [startMark(fact, event)];
    case "turn.completed":
      return [{ kind: "end", offset, outcome: "completed" }];
    case "turn.aborted":
      return [{ kind: "end", offset, outcome: "aborted" }];
    case "item.recorded":
      return [itemMark(fact.data, event)];
    case "context.injected":
      return fact.data.items.map((recorded) => itemMark(recorded, event));
    case "history.trimmed":
      return [{ kind: "edit", offset, mayUndo: fact.data.reason === FOREIGN_ROLLBACK }];
    case "history.compacted":
    case "history.cleared":
    case "outputs.cleared":
    case "images.replaced":
      return [{ kind: "edit", offset, mayUndo: false }];
    case "history.rolled-back":
    case "thread.started":
    case "thread.forked":
    case "thread.renamed":
    case "thread.configured":
    case "instructions.set":
    case "tools.declared":
    case "request.sent":
    case "usage.reported":
    case "snapshot.taken":
    case "snapshot.restored":
    case "notice.logged":
    case "foreign.kept":
      return [];
    default:
      return assertNever(fact);
  }
}

function startMark({ data }: TurnStarted, event: RefoldEvent): TurnMark {
  const { at, turn } = event;
  const { foreignId = null, envelope } = data;
  const model = envelope.model ?? null;
  return { kind: "start", ...opening(event), at, turn: turn ?? null, foreignId, model };
}

function itemMark({ item, origin }: RecordedItem, event: RefoldEvent): TurnMark {
  if (isBoundaryOrigin(origin)) {
    return { kind: "boundary", ...opening(event), at: event.at, words: firstWords(item) };
  }
  if (origin === "runtime") return { kind: "context", ...opening(event) };
  return { kind: "item", offset: event.offset };
}

function opening(event: RefoldEvent): Opening {
  const { offset } = event;
  return { offset, before: rollbackOf(event) ?? offset - 1 };
}

function firstWords(item: Item): string {
  if (item.type !== "message") return "";
  const text = item.role === "user" ? userMessageText(item) : (contentText(item.content) ?? "");
  return Array.from(text.slice(0, 2 * LONGEST_WORDS))
    .slice(0, LONGEST_WORDS)
    .join("");
}

/** A turn as its marks tell it. */
export interface TurnSpan {
  /** Where it begins: `turn.started`; without one, the context that leads to its boundary. */
  readonly fromOffset: number;
  /** Its first item of a user or an instructing agent; null: it is no user turn. */
  readonly boundaryOffset: number | null;
  /** The last offset that counts before it begins, and before its boundary. */
  readonly before: { readonly from: number; readonly boundary: number };
  /** RFC 3339: when it began. */
  readonly startedAt: string;
  readonly turn: string | null;
  readonly foreignId: string | null;
  readonly model: string | null;
  readonly outcome: "completed" | "aborted" | null;
  /** The beginning of what its user said, or its agent instructed. */
  readonly words: string;
}

/**
 * The turns that a row of marks tells, oldest first (docs/semantics.md §4.1-4.2): what lies between
 * a `turn.started` and the next; before the first one, and without any, each boundary begins one.
 * @param marks oldest first, from the log's start or from a `turn.started` on
 */
export function turnSpans(marks: readonly TurnMark[]): readonly TurnSpan[] {
  const spans: TurnSpan[] = [];
  let open: TurnSpan | null = null;
  let context: ContextMark | null = null;
  let hasStarts = false;
  for (const mark of marks) {
    const began = mark.kind === "boundary" && !hasStarts;
    if (mark.kind === "start" || began) {
      if (open !== null) spans.push(open);
      open = openSpan(mark, context);
      hasStarts ||= mark.kind === "start";
    } else if (open !== null) {
      open = extendSpan(open, mark);
    }
    context = mark.kind === "context" ? (context ?? mark) : null;
  }
  if (open !== null) spans.push(open);
  return spans;
}

type ContextMark = Extract<TurnMark, { kind: "context" }>;
type OpeningMark = Extract<TurnMark, { kind: "start" | "boundary" }>;

function openSpan(mark: OpeningMark, context: ContextMark | null): TurnSpan {
  const { offset, at: startedAt } = mark;
  const blank = { startedAt, turn: null, foreignId: null, model: null, outcome: null };
  if (mark.kind === "boundary") {
    const from = context ?? mark;
    const before = { from: from.before, boundary: mark.before };
    return { ...blank, fromOffset: from.offset, boundaryOffset: offset, before, words: mark.words };
  }
  const { turn, foreignId, model } = mark;
  const before = { from: mark.before, boundary: mark.before };
  const unsaid = { boundaryOffset: null, before, words: "" };
  return { ...blank, ...unsaid, fromOffset: offset, turn, foreignId, model };
}

function extendSpan(span: TurnSpan, mark: TurnMark): TurnSpan {
  if (mark.kind === "end") return { ...span, outcome: mark.outcome };
  if (mark.kind !== "boundary" || span.boundaryOffset !== null) return span;
  const before = { ...span.before, boundary: mark.before };
  return { ...span, boundaryOffset: mark.offset, before, words: mark.words };
}
