import { turnRunning, noSuchOffset, noSuchTurn } from "./errors.js";
import { invalidArgument, RefoldError } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import type { FactOf, FactType, LogEvent } from "../events/event.js";
import { isJsonObject } from "../events/json.js";
import { rollbackIn } from "./replay-events.js";
import { stateAt } from "./resume.js";
import { readSpineBackward } from "./spine-reader.js";
import type { Rollback } from "./spine.js";
import type { ThreadState } from "./thread-state.js";
import { findUserTurn, offsetBefore, type TravelledThread } from "./turn-list.js";
import { type TurnMark, turnMarks } from "./turn-marks.js";

/** So many user turns back, or back to an offset, that event included. */
export type RollbackRequest = { readonly turns: number } | { readonly to: number };

/** What is to be written for a thread to go back; nothing is written here. */
export interface RollbackPlan {
  readonly kind: "rollback";
  readonly to: number;
  /** User turns that go; null: it was not asked for in turns. */
  readonly turns: number | null;
  readonly rollback: FactOf<"history.rolled-back">;
  /** Ends the turn that ran at `to`, if one did: nothing runs after a rollback. */
  readonly closing: { readonly turn: string; readonly fact: FactOf<"turn.aborted"> } | null;
  /** The state at `to`: what the thread has again, `log` apart. */
  readonly state: ThreadState;
}

/** There is nothing to write. */
export interface NoRollback {
  readonly kind: "nothing";
  readonly reason: "zero-turns" | "no-user-turn" | "already-there";
}

/**
 * Where a rollback goes (docs/semantics.md §10.2): just before the turn began that is so many from
 * the end; for the very first turn, just before its user's message; more turns than there are: the
 * first.
 * @throws {RefoldError} `turn-running`: a turn runs
 * @throws {RefoldError} `offset-out-of-range`: `to` is no offset of the log
 * @throws {RefoldError} `invalid-argument`: `turns` is no whole number from 0 on, or nothing was asked for
 */
export async function rollbackTarget(
  thread: TravelledThread,
  request: RollbackRequest,
): Promise<RollbackPlan | NoRollback> {
  const { turns, log } = thread.state;
  if (turns.running !== null) throw turnRunning(turns.running);
  if (!isJsonObject(request)) throw noPlace("a rollback", "{ turns: 1 }", "{ to: offset }");
  if ("turns" in request) return rollBackTurns(thread, request.turns);
  const { to } = request;
  if (offsetIn(log.head, to) === log.head - 1) return { kind: "nothing", reason: "already-there" };
  return planRollback(thread, to);
}

async function planRollback(
  { source, state: now, stateAt: known }: TravelledThread,
  to: number,
  turns: number | null = null,
): Promise<RollbackPlan> {
  const state = await (known?.(to) ?? stateAt(source, to));
  const historyVersion = now.log.historyVersion + 1;
  const data = { to, ...(turns !== null && { turns }), historyVersion };
  const { running } = state.turns;
  const closing = running === null ? null : { turn: running.turn, fact: ABORT };
  const rollback = { type: "history.rolled-back" as const, data };
  return { kind: "rollback", to, turns, rollback, closing, state };
}

async function rollBackTurns(
  thread: TravelledThread,
  asked: number,
): Promise<RollbackPlan | NoRollback> {
  if (!Number.isInteger(asked) || asked < 0) {
    throw invalidArgument(`a rollback goes back a whole number of turns, not ${asked}`);
  }
  if (asked === 0) return { kind: "nothing", reason: "zero-turns" };
  const { userTurns } = thread.state.turns;
  const turns = Math.min(asked, userTurns);
  const first = await findUserTurn(thread, userTurns - turns + 1);
  if (first === null) return { kind: "nothing", reason: "no-user-turn" };
  return planRollback(thread, offsetBefore(first), turns);
}

const ABORT: FactOf<"turn.aborted"> = {
  type: "turn.aborted",
  data: { reason: "rolled-back", durationMs: null },
};

/**
 * Goes back to before the newest change that survives. A change is a turn, with all that happened in
 * it, or an edit of the history outside of any turn (a compaction by hand, trimming, clearing). So
 * undoing again goes further back, past what earlier rollbacks discarded.
 * @throws {RefoldError} `turn-running`: a turn runs
 * @throws {RefoldError} `nothing-to-undo`: no turn and no edit is left
 */
export async function undoTarget(thread: TravelledThread): Promise<RollbackPlan> {
  const { turns } = thread.state;
  if (turns.running !== null) throw turnRunning(turns.running);
  const change = await newestChange(thread);
  if (change === "none") throw nothingToUndo();
  if (change !== "user-turn") return planRollback(thread, change - 1);
  const plan = await rollbackTarget(thread, { turns: 1 });
  if (plan.kind === "nothing") throw nothingToUndo();
  return plan;
}

/** A user turn; or the offset at which an edit, or a turn without a user that edited, began. */
type Change = "user-turn" | "none" | number;

async function newestChange({ source, state }: TravelledThread): Promise<Change> {
  if (state.log.head === 0) return "none";
  const finder = new ChangeFinder(state.turns.newestCounted !== undefined);
  for await (const event of readSpineBackward(source, state.log.head - 1)) {
    for (const mark of turnMarks(event).toReversed()) {
      const change = finder.meet(mark);
      if (change !== null) return change;
    }
  }
  return finder.finish();
}

/** Meets the marks newest first. */
class ChangeFinder {
  #hasBoundary = false;
  #edit: number | null = null;
  constructor(private readonly hasLifecycle: boolean) {}

  meet(mark: TurnMark): Change | null {
    switch (mark.kind) {
      case "boundary":
        this.#hasBoundary = true;
        return this.hasLifecycle ? null : this.finish();
      case "edit":
        if (!this.#hasBoundary) this.#edit ??= mark.offset;
        return null;
      case "end": // what was edited after it was edited outside of any turn
        return this.#hasBoundary ? null : this.#edit;
      case "start":
        if (this.#hasBoundary) return "user-turn";
        return this.#edit === null ? null : mark.offset;
      case "context":
      case "item":
        return null;
    }
  }

  finish(): Change {
    return this.#edit ?? (this.#hasBoundary ? "user-turn" : "none");
  }
}

/**
 * Takes the newest rollback back: a rollback to just before it. Rollbacks that were themselves redos
 * are passed over, so that redoing as often as one undid brings everything back. As in an editor,
 * a change after the rollback ends it: redoing would discard that change without asking.
 * @throws {RefoldError} `turn-running`: a turn runs
 * @throws {RefoldError} `nothing-to-redo`: nothing was rolled back, or the thread changed since
 */
export async function redoTarget(thread: TravelledThread): Promise<RollbackPlan> {
  const { source, state } = thread;
  if (state.turns.running !== null) throw turnRunning(state.turns.running);
  if (state.log.head === 0) throw nothingToRedo(null);
  for await (const event of readSpineBackward(source, state.log.head - 1)) {
    const rollback = discardingRollback(event);
    if (rollback === null) {
      if (isChange(event)) throw nothingToRedo(event.offset);
    } else if (!(await isRedo(source, rollback))) {
      return planRollback(thread, rollback.offset - 1);
    }
  }
  throw nothingToRedo(null);
}

/** Facts that may follow a rollback and leave it the newest change. */
const NO_CHANGES: ReadonlySet<string> = new Set<FactType>([
  "thread.started",
  "thread.forked",
  "turn.completed",
  "turn.aborted",
  "request.sent",
  "usage.reported",
  "snapshot.taken",
  "snapshot.restored",
  "notice.logged",
  "foreign.kept",
  "history.rolled-back", // one that discards nothing
]);

function isChange({ type, derived = [] }: LogEvent): boolean {
  return [type, ...derived.map((fact) => fact.type)].some((each) => !NO_CHANGES.has(each));
}

/** The rollback that an event is; a foreign one may discard nothing, and then there is none to redo. */
function discardingRollback(event: LogEvent): Rollback | null {
  const rollback = rollbackIn(event);
  return rollback !== null && rollback.to < rollback.offset - 1 ? rollback : null;
}

/** A redo goes to just before a rollback that counted until then. */
async function isRedo(source: EventSource, { offset, to }: Rollback): Promise<boolean> {
  if (!(await isRollbackAt(source, to + 1))) return false;
  for await (const event of readSpineBackward(source, offset - 1)) {
    if (event.offset <= to + 1) return event.offset === to + 1;
  }
  return false;
}

async function isRollbackAt(source: EventSource, offset: number): Promise<boolean> {
  for await (const event of source.read({ from: offset, to: offset })) {
    return discardingRollback(event) !== null && event.offset === offset;
  }
  return false;
}

/** At an offset, that event included; or before a surviving user turn, counted from 1. */
export type ForkRequest = { readonly at: number } | { readonly beforeTurn: number };

/**
 * The offset at which a fork leaves its thread: the last one that both have. A place inside a
 * discarded range is as good as any other.
 * @throws {RefoldError} `offset-out-of-range`: `at` is no offset of the log
 * @throws {RefoldError} `no-such-turn`: there is no surviving user turn of that number; says how
 *   many there are
 * @throws {RefoldError} `invalid-argument`: no place was asked for
 */
export async function forkTarget(thread: TravelledThread, request: ForkRequest): Promise<number> {
  const { log, turns } = thread.state;
  if (!isJsonObject(request)) throw noPlace("a fork", "{ at: offset }", "{ beforeTurn: 2 }");
  if ("at" in request) return offsetIn(log.head, request.at);
  const turn = await findUserTurn(thread, request.beforeTurn);
  if (turn === null) throw noSuchTurn(request.beforeTurn, turns.userTurns);
  return offsetBefore(turn);
}

/** An offset of a log with this head. @throws {RefoldError} `offset-out-of-range`: it is none */
export function offsetIn(head: number, at: number): number {
  if (!Number.isInteger(at) || at < 0 || at >= head) throw noSuchOffset(at, head);
  return at;
}

/** What was asked for is no place of a thread. */
function noPlace(what: string, ...ways: readonly string[]): RefoldError<"invalid-argument"> {
  return invalidArgument(
    `${what} needs the place that it goes to`,
    `Say which: ${ways.join(" or ")}.`,
  );
}

/** @param changedAt offset of what happened since the last rollback; null: nothing was rolled back */
function nothingToRedo(changedAt: number | null): RefoldError<"nothing-to-redo"> {
  const message =
    changedAt === null
      ? "nothing to redo"
      : `there is nothing to redo: the newest change, at offset ${changedAt}, was not undone`;
  const remedy = "You can return to any recorded offset.";
  return new RefoldError("nothing-to-redo", { changedAt }, { message, remedy });
}

function nothingToUndo(): RefoldError<"nothing-to-undo"> {
  const message = "nothing to undo: there is no turn and no edit";
  return new RefoldError("nothing-to-undo", {}, { message });
}
