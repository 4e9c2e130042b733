import { RefoldError } from "../errors.js";
import type { RunningTurn } from "../events/slices.js";
import type { Rollback } from "./spine.js";

/** An event that rolls back to no earlier one. */
export function invalidRollback(
  { offset, to }: Rollback,
  type: string,
): RefoldError<"invalid-event"> {
  const issues = [{ path: "to", reason: "not before the event" }];
  const message = `the event at offset ${offset} rolls back to ${to}, not before it`;
  return new RefoldError("invalid-event", { offset, type, issues }, { message });
}

/** @param head the offset that the next event gets; 0: the log is empty */
export function noSuchOffset(offset: number, head: number): RefoldError<"offset-out-of-range"> {
  const message = `there is no offset ${offset}: ${head === 0 ? "the log is empty" : rangeOf(head)}`;
  const remedy = head === 0 ? "Record something first." : `Name an offset from 0 to ${head - 1}.`;
  return new RefoldError("offset-out-of-range", { offset, head }, { message, remedy });
}

function rangeOf(head: number): string {
  return head === 1 ? "the log has offset 0 only" : `the log has offsets 0 to ${head - 1}`;
}

/** A turn was asked for that the thread does not have. */
export function noSuchTurn(number: number, turns: number): RefoldError<"no-such-turn"> {
  const message = `there is no turn ${number}: the thread has ${countTurns(turns)}`;
  return new RefoldError("no-such-turn", { number, turns }, { message });
}

function countTurns(turns: number): string {
  if (turns === 0) return "no turn of a user";
  return turns === 1 ? "one turn, number 1" : `${turns} turns, numbers 1 to ${turns}`;
}

/** A thread cannot go back while a turn runs. */
export function turnRunning({
  turn,
  startedAt,
}: Pick<RunningTurn, "turn" | "startedAt">): RefoldError<"turn-running"> {
  const message = `turn ${turn} runs since offset ${startedAt}`;
  const remedy = "Complete or abort the turn first.";
  return new RefoldError("turn-running", { turn, startedAt }, { message, remedy });
}
