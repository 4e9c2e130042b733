import { noSuchOffset } from "./errors.js";
import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { NONE_UNDONE, type OutlinedTurn, TurnFold, type UndoneTurns } from "./outline.js";
import { ForwardReplay } from "./replay.js";
import { rollbackIn } from "./replay-events.js";
import { isBackwardSource, readSpineBackward } from "./spine-reader.js";
import type { ThreadState } from "./thread-state.js";
import { type TurnMark, turnMarks } from "./turn-marks.js";

/** One turn of a thread, discarded ones included. */
export interface TurnEntry extends TurnSpan {
  /** From 1, counting surviving user turns; null: discarded, or no user turn. */
  readonly number: number | null;
  /** The last offset before the next turn began, or it was discarded, or the log ended. */
  readonly toOffset: number;
  readonly survives: boolean;
}

/** Where a turn lies, who began it, and how it ended. */
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
 * Every turn of a log, in the order in which they began. A view that walks the whole log: it grows
 * with the thread and is no state.
 * @param options.to the last offset that counts; absent: the newest
 * @throws {RefoldError} `offset-out-of-range`: `to` is no offset of the log
 * @throws {RefoldError} `invalid-event`: a rollback goes to an offset that is not before it
 */
export async function turnList(
  source: EventSource,
  { to }: { readonly to?: number } = {},
): Promise<readonly TurnEntry[]> {
  const range = to === undefined ? {} : { to };
  const { turns, head } = await readTurns(source, range, (undone) => new ListReader(undone));
  if (to !== undefined && head !== to + 1) throw noSuchOffset(to, head);
  const entries = turns.finish().flatMap(entriesOf);
  let next = head;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry?.survives !== true) continue;
    entries[index] = { ...entry, toOffset: next - 1 };
    next = entry.fromOffset;
  }
  return entries;
}

class ListReader implements TurnReader {
  readonly turns: TurnFold;
  head = 0;

  constructor(undone: UndoneTurns) {
    this.turns = new TurnFold(undone);
  }

  take(event: LogEvent): void {
    this.head = event.offset + 1;
    rollbackIn(event); // which refuses one that goes nowhere
    this.turns.take(event);
  }
}

/** One; two where the message was discarded and the turn that it began was not. */
function entriesOf(turn: OutlinedTurn): readonly TurnEntry[] {
  const { number, toOffset, discardedAt, discardedSaying: saying } = turn;
  const entry = { ...spanOf(turn), number, toOffset, survives: discardedAt === null };
  if (saying === null) return [entry];
  const { boundary, end } = saying;
  const discarded = {
    ...spanOf({ ...turn, boundary, end, fromOffset: boundary.offset, startedAt: boundary.at }),
    ...{ number: null, toOffset: saying.toOffset, survives: false },
  };
  return [entry, { ...discarded, before: { from: boundary.before, boundary: boundary.before } }];
}

function spanOf(turn: OutlinedTurn): TurnSpan {
  const { fromOffset, boundary, startedAt, foreignId, model, end } = turn;
  return {
    fromOffset,
    boundaryOffset: boundary?.offset ?? null,
    before: { from: turn.before, boundary: boundary?.before ?? turn.before },
    startedAt,
    turn: turn.turn,
    foreignId,
    model,
    outcome: end?.kind ?? null,
    words: boundary?.words ?? "",
  };
}

/** A thread as time travel needs it: its log, and its state at the end. */
export interface TravelledThread {
  readonly source: EventSource;
  /** At the newest offset. */
  readonly state: ThreadState;
  /** At any offset, for who knows some; absent: it is read. */
  readonly stateAt?: (offset: number) => Promise<ThreadState>;
}

interface UserTurn extends TurnSpan {
  readonly number: number;
  readonly boundaryOffset: number;
}

/**
 * Finds a surviving user turn by its number, at the cost of the turns after it.
 * @returns null when there is none of that number
 */
export async function findUserTurn(
  { source, state }: TravelledThread,
  number: number,
): Promise<UserTurn | null> {
  const { userTurns, newestCounted } = state.turns;
  if (!Number.isInteger(number) || number < 1 || number > userTurns) return null;
  const wanted = userTurns - number + 1;
  // Without `turn.started` a turn begins with the context before its boundary: read forward.
  const spans =
    newestCounted !== undefined && isBackwardSource(source)
      ? await newestSpans({ source, state }, wanted)
      : (await turnList(source, { to: state.log.head - 1 })).filter((turn) => turn.survives);
  const turn = spans.filter(isUserTurn).at(-wanted);
  return turn === undefined ? null : { ...turn, number };
}

/**
 * The last offset before a turn. The first turn's beginning survives, and everything before its
 * user's message (docs/semantics.md §10.2).
 */
export function offsetBefore({ number, before }: UserTurn): number {
  return Math.max(0, number === 1 ? before.boundary : before.from);
}

function isUserTurn(span: TurnSpan): span is Omit<UserTurn, "number"> {
  return span.boundaryOffset !== null;
}

/**
 * The newest turns of a log with `turn.started`, read from its end: as many as hold `wanted` user
 * turns; fewer when the log has no more.
 */
async function newestSpans(
  { source, state }: TravelledThread,
  wanted: number,
): Promise<readonly TurnSpan[]> {
  const newestFirst: TurnMark[] = [];
  let found = 0;
  let hasBoundary = false;
  for await (const event of readSpineBackward(source, state.log.head - 1)) {
    for (const mark of turnMarks(event).toReversed()) {
      if (mark.kind !== "item") newestFirst.push(mark);
      hasBoundary ||= mark.kind === "boundary";
      if (mark.kind !== "start") continue;
      if (hasBoundary) found++;
      hasBoundary = false;
    }
    if (found >= wanted) break;
  }
  const turns = new TurnFold();
  for (const mark of newestFirst.reverse()) turns.mark(mark);
  return turns.finish().map(spanOf);
}

/** What reads a log and folds its turns meanwhile. */
export interface TurnReader {
  readonly turns: TurnFold;
  take(event: LogEvent): void;
}

export interface OutlineRange {
  /** The first offset that is read; absent: 0. */
  readonly from?: number;
  /** The last one; absent: the newest. */
  readonly to?: number;
}

/** Reads a log; once more where a foreign rollback took turns, which the states know. */
export async function readTurns<Reader extends TurnReader>(
  source: EventSource,
  range: OutlineRange,
  begin: (undone: UndoneTurns) => Reader,
): Promise<Reader> {
  const reader = begin(NONE_UNDONE);
  for await (const event of source.read(range)) reader.take(event);
  if (!reader.turns.mayBeUndone) return reader;
  const again = begin(await undoneTurns(source, range.to));
  for await (const event of source.read(range)) again.take(event);
  return again;
}

/**
 * Asks the states how many turns each foreign rollback took: only the ledger knows which of the items
 * that went had begun one.
 */
async function undoneTurns(source: EventSource, to: number | undefined): Promise<UndoneTurns> {
  const undone = new Map<number, number>();
  const forward = new ForwardReplay(source);
  for await (const event of source.read(to === undefined ? {} : { to })) {
    const before = forward.state.turns.userTurns;
    const reading = forward.take(event);
    if (reading !== undefined) await reading;
    const turns = before - forward.state.turns.userTurns;
    if (turns > 0) undone.set(event.offset, turns);
  }
  return undone;
}
