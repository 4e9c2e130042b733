import { noSuchOffset } from "./errors.js";
import type { EventSource } from "../events/event-source.js";
import { rollbackIn } from "./replay-events.js";
import { ForwardReplay } from "./replay.js";
import { isBackwardSource, readSpineBackward } from "./spine-reader.js";
import { type Rollback, survives, survivingRanges } from "./spine.js";
import type { ThreadState } from "./thread-state.js";
import { type TurnMark, turnMarks, type TurnSpan, turnSpans } from "./turn-marks.js";

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
 * @throws {RefoldError} `offset-out-of-range`: `to` is no offset of the log
 */
export async function turnList(
  source: EventSource,
  { to }: { readonly to?: number } = {},
): Promise<readonly TurnEntry[]> {
  const { marks, rollbacks, head } = await collectMarks(source, to);
  if (to !== undefined && head !== to + 1) throw noSuchOffset(to, head);
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

/** An event that took the newest turns from the ledger, where a foreign session rolled back. */
interface UndoingEdit {
  readonly offset: number;
  readonly turns: number;
}

/**
 * Asks the states how many turns each foreign rollback took: which of the items that went had begun
 * one stands in the ledger alone. Reads the log again, and only when there was such a rollback.
 * @param marks those that survive
 */
async function findUndoingEdits(
  source: EventSource,
  marks: readonly TurnMark[],
  to: number | undefined,
): Promise<readonly UndoingEdit[]> {
  const asked = new Set(marks.filter(mayUndo).map(({ offset }) => offset));
  const edits: UndoingEdit[] = [];
  if (asked.size === 0) return edits;
  const forward = new ForwardReplay(source);
  for await (const event of source.read(to === undefined ? {} : { from: 0, to })) {
    const before = forward.state.turns.userTurns;
    const reading = forward.take(event);
    if (reading !== undefined) await reading;
    const turns = before - forward.state.turns.userTurns;
    if (turns > 0 && asked.has(event.offset)) edits.push({ offset: event.offset, turns });
  }
  return edits;
}

/** The turns that are gone, and for each edit the rollback that it stands for. */
function undoneSpans(
  spans: readonly TurnSpan[],
  edits: readonly UndoingEdit[],
): { readonly undone: ReadonlySet<TurnSpan>; readonly rollbacks: readonly Rollback[] } {
  const undone = new Set<TurnSpan>();
  const rollbacks: Rollback[] = [];
  for (const { offset, turns } of edits) {
    const gone = spans
      .filter((span) => (span.boundaryOffset ?? offset) < offset && !undone.has(span))
      .slice(-turns);
    for (const span of gone) undone.add(span);
    if (gone[0] !== undefined) rollbacks.push({ offset, to: gone[0].fromOffset - 1 });
  }
  return { undone, rollbacks };
}

function mayUndo(mark: TurnMark): boolean {
  return mark.kind === "edit" && mark.mayUndo;
}

/** A thread as time travel needs it: its log, and its state at the end. */
export interface TravelledThread {
  readonly source: EventSource;
  /** At the newest offset. */
  readonly state: ThreadState;
}

/** A surviving turn that a user or an agent began. */
interface UserTurn extends TurnSpan {
  readonly number: number;
  readonly boundaryOffset: number;
}

/**
 * Finds a surviving user turn by its number, at the cost of the turns behind it.
 * @returns null when there is none of that number
 */
export async function findUserTurn(
  { source, state }: TravelledThread,
  number: number,
): Promise<UserTurn | null> {
  const { userTurns, newestCounted } = state.turns;
  if (number < 1 || number > userTurns) return null;
  const wanted = userTurns - number + 1;
  // Without `turn.started` a turn's beginning is told by what stands before it: read it forward.
  const spans =
    newestCounted !== undefined && isBackwardSource(source)
      ? await newestSpans({ source, state }, wanted)
      : (await turnList(source, { to: state.log.head - 1 })).filter((turn) => turn.survives);
  const turn = spans.filter(isUserTurn).at(-wanted);
  return turn === undefined ? null : { ...turn, number };
}

/**
 * The last offset before a turn. The first turn's beginning survives, and all that stands before its
 * user's message (docs/semantics.md §10.2).
 */
export function offsetBefore({ number, before }: UserTurn): number {
  return Math.max(0, number === 1 ? before.boundary : before.from);
}

function isUserTurn(span: TurnSpan): span is Omit<UserTurn, "number"> {
  return span.boundaryOffset !== null;
}

/** The newest turns, so many of them that `wanted` are a user's; fewer when the log has no more. */
async function newestSpans(
  { source, state }: TravelledThread,
  wanted: number,
): Promise<readonly TurnSpan[]> {
  const newestFirst: TurnMark[] = [];
  let found = 0;
  let hasBoundary = false;
  for await (const event of readSpineBackward(source, state.log.head - 1)) {
    for (const mark of turnMarks(event).toReversed()) {
      newestFirst.push(mark);
      hasBoundary ||= mark.kind === "boundary";
      if (mark.kind !== "start") continue;
      if (hasBoundary) found++;
      hasBoundary = false;
    }
    if (found >= wanted) break;
  }
  return turnSpans(newestFirst.toReversed());
}
