import type { TurnMark } from "./turn-marks.js";

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
