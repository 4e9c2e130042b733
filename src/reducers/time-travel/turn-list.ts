import type { EventSource } from "../../events/event-source.js";
import { NoSuchOffset } from "../no-such-offset.js";
import { rollbackIn } from "../replay-events.js";
import { survives, survivingRanges } from "../spine.js";
import type { Rollback } from "../spine.js";
import { turnMarks } from "./turn-marks.js";
import type { TurnMark } from "./turn-marks.js";
import { turnSpans } from "./turn-spans.js";
import type { TurnSpan } from "./turn-spans.js";
import { findUndoingEdits, undoneSpans } from "./undone-turns.js";

/** One turn of a thread, discarded ones included. */
export interface TurnEntry extends TurnSpan {
  /** From 1, counting surviving user turns; null: discarded, or no user turn. */
  readonly number: number | null;
  /** The last offset before the next turn began, or it was discarded, or the log ended. */
  readonly toOffset: number;
  readonly survives: boolean;
}

/**
 * Every turn that a log tells of, in the order in which they began. A view that walks the whole log:
 * it grows with the thread and is no state.
 * @param options.to the last offset that counts; absent: the newest
 * @throws {NoSuchOffset} `to` is no offset of the log
 */
export async function turnList(
  source: EventSource,
  { to }: { readonly to?: number } = {},
): Promise<readonly TurnEntry[]> {
  const { marks, rollbacks, head } = await collectMarks(source, to);
  if (to !== undefined && head !== to + 1) throw new NoSuchOffset(to, head);
  const ranges = survivingRanges(rollbacks, head - 1);
  const [kept, gone] = [marks.filter(isKept), marks.filter((mark) => !isKept(mark))];
  const spans = turnSpans(kept);
  const { undone, ...edited } = undoneSpans(spans, await findUndoingEdits(source, kept, to));
  const rows = [
    ...numberSpans(spans, undone),
    ...turnSpans(gone).map((span) => ({ ...span, number: null, survives: false })),
  ].sort((a, b) => a.fromOffset - b.fromOffset);
  return closeRows(rows, [...rollbacks, ...edited.rollbacks], head);

  function isKept({ offset }: TurnMark): boolean {
    return survives(ranges, offset);
  }
}

type Row = Omit<TurnEntry, "toOffset">;

interface CollectedMarks {
  readonly marks: readonly TurnMark[];
  readonly rollbacks: readonly Rollback[];
  readonly head: number;
}

async function collectMarks(source: EventSource, to: number | undefined): Promise<CollectedMarks> {
  const marks: TurnMark[] = [];
  const rollbacks: Rollback[] = [];
  let head = 0;
  let isRow = false; // of several items one stands for all
  for await (const event of source.read(to === undefined ? {} : { from: 0, to })) {
    head = event.offset + 1;
    const rollback = rollbackIn(event);
    if (rollback !== null) {
      rollbacks.push(rollback);
      isRow = false;
    }
    for (const mark of turnMarks(event)) {
      if (mark.kind !== "item" || !isRow) marks.push(mark);
      isRow = mark.kind === "item";
    }
  }
  return { marks, rollbacks, head };
}

function numberSpans(spans: readonly TurnSpan[], undone: ReadonlySet<TurnSpan>): readonly Row[] {
  let turns = 0;
  return spans.map((span) => {
    if (undone.has(span)) return { ...span, number: null, survives: false };
    const number = span.boundaryOffset === null ? null : ++turns;
    return { ...span, number, survives: true };
  });
}

/** A turn ends before the next one that survives as it does, or before the rollback that ended it. */
function closeRows(
  rows: readonly Row[],
  rollbacks: readonly Rollback[],
  head: number,
): readonly TurnEntry[] {
  let nextSurviving = head;
  let next = head;
  const closed = rows.toReversed().map((row) => {
    const end = row.survives
      ? nextSurviving
      : Math.min(next, endOfDiscarded(row, rollbacks) ?? head);
    next = row.fromOffset;
    if (row.survives) nextSurviving = row.fromOffset;
    return { ...row, toOffset: end - 1 };
  });
  return closed.reverse();
}

/** The first rollback behind a turn's beginning that goes to before it. */
function endOfDiscarded({ fromOffset }: Row, rollbacks: readonly Rollback[]): number | undefined {
  return rollbacks.find(({ offset, to }) => offset > fromOffset && to < fromOffset)?.offset;
}
