import { InvalidArgument } from "../../errors.js";
import type { FactOf } from "../../events/event.js";
import { NoSuchOffset } from "../no-such-offset.js";
import { stateAt } from "../resume.js";
import type { ThreadState } from "../thread-state.js";
import { findUserTurn, offsetBefore } from "./newest-turns.js";
import type { TravelledThread } from "./newest-turns.js";
import { TurnRunning } from "./turn-running.js";

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
 * @throws {TurnRunning} a turn runs
 * @throws {NoSuchOffset} `to` is no offset of the log
 * @throws {InvalidArgument} `turns` is no whole number from 0 on
 */
export async function rollbackTarget(
  thread: TravelledThread,
  request: RollbackRequest,
): Promise<RollbackPlan | NoRollback> {
  const { turns, log } = thread.state;
  if (turns.running !== null) throw new TurnRunning(turns.running);
  if ("turns" in request) return rollBackTurns(thread, request.turns);
  const { to } = request;
  if (!Number.isInteger(to) || to < 0 || to >= log.head) throw new NoSuchOffset(to, log.head);
  if (to === log.head - 1) return { kind: "nothing", reason: "already-there" };
  return planRollback(thread, { to, turns: null });
}

/** What to write for the thread to be at `to` again. */
export async function planRollback(
  { source, state: now }: TravelledThread,
  { to, turns }: { readonly to: number; readonly turns: number | null },
): Promise<RollbackPlan> {
  const state = await stateAt(source, to);
  const historyVersion = now.log.historyVersion + 1;
  const data = { to, ...(turns !== null && { turns }), historyVersion };
  const { running } = state.turns;
  const closing = running === null ? null : { turn: running.turn, fact: abortOf() };
  return {
    kind: "rollback",
    to,
    turns,
    rollback: { type: "history.rolled-back", data },
    closing,
    state,
  };
}

async function rollBackTurns(
  thread: TravelledThread,
  asked: number,
): Promise<RollbackPlan | NoRollback> {
  if (!Number.isInteger(asked) || asked < 0) {
    throw new InvalidArgument(`a rollback goes back a whole number of turns, not ${asked}`);
  }
  if (asked === 0) return { kind: "nothing", reason: "zero-turns" };
  const { userTurns } = thread.state.turns;
  const turns = Math.min(asked, userTurns);
  const first = await findUserTurn(thread, userTurns - turns + 1);
  if (first === null) return { kind: "nothing", reason: "no-user-turn" };
  return planRollback(thread, { to: offsetBefore(first), turns });
}

function abortOf(): FactOf<"turn.aborted"> {
  return { type: "turn.aborted", data: { reason: "rolled-back", durationMs: null } };
}
