import { RefoldError } from "../errors.js";
import type { RunningTurn } from "../events/slices.js";
import type { Rollback } from "./spine.js";

/** A checkpoint names an event that is not what it should be. */
export class BrokenPointer extends RefoldError {
  readonly code = "damaged-log";
  override readonly name = "BrokenPointer";
  override readonly remedy = "Replay the log from its start, or import the session again.";
  constructor(readonly pointer: Readonly<{ offset: number; type: string }>) {
    super(`a checkpoint points to a ${pointer.type} at offset ${pointer.offset}: there is none`);
  }
}

/** A log holds a rollback to an offset that is not before it. */
export class InvalidRollback extends RefoldError {
  readonly code = "invalid-event";
  override readonly name = "InvalidRollback";
  constructor(readonly rollback: Rollback) {
    super(`the event at offset ${rollback.offset} rolls back to ${rollback.to}, not before it`);
  }
}

/** An offset was asked for that the log does not have. */
export class NoSuchOffset extends RefoldError {
  readonly code = "offset-out-of-range";
  override readonly name = "NoSuchOffset";
  override readonly remedy: string;
  /** @param head the offset that the next event gets; 0: the log is empty */
  constructor(
    readonly offset: number,
    readonly head: number,
  ) {
    super(`there is no offset ${offset}: ${head === 0 ? "the log is empty" : rangeOf(head)}`);
    this.remedy = head === 0 ? "Record something first." : `Name an offset from 0 to ${head - 1}.`;
  }
}

function rangeOf(head: number): string {
  return head === 1 ? "the log has offset 0 only" : `the log has offsets 0 to ${head - 1}`;
}

/** Two states have no event in common, so that what one has and the other has not says nothing. */
export class NotComparable extends RefoldError {
  readonly code = "not-comparable";
  override readonly name = "NotComparable";
  constructor(readonly threads: readonly [a: string | null, b: string | null]) {
    const [a, b] = threads.map((threadId) => threadId ?? "(not started)");
    super(`threads ${a ?? ""} and ${b ?? ""} have no history in common`);
  }
}

/** A turn was asked for that the thread does not have. */
export class NoSuchTurn extends RefoldError {
  readonly code = "no-such-turn";
  override readonly name = "NoSuchTurn";
  /** @param turns how many surviving user turns there are */
  constructor(
    readonly number: number,
    readonly turns: number,
  ) {
    super(`there is no turn ${number}: the thread has ${countTurns(turns)}`);
  }
}

function countTurns(turns: number): string {
  if (turns === 0) return "no turn of a user";
  return turns === 1 ? "one turn, number 1" : `${turns} turns, numbers 1 to ${turns}`;
}

/** Nothing was rolled back, or something else happened since. */
export class NothingToRedo extends RefoldError {
  readonly code = "nothing-to-redo";
  override readonly name = "NothingToRedo";
  override readonly remedy = "Whatever was ever recorded can be gone back to by its offset.";
  /** @param changedAt offset of what happened since the last rollback; null: nothing was rolled back */
  constructor(readonly changedAt: number | null) {
    super(
      changedAt === null
        ? "nothing was rolled back that could be redone"
        : `there is nothing to redo: the newest change, at offset ${changedAt}, was not undone`,
    );
  }
}

/** No turn and no edit of the history is left that could be undone. */
export class NothingToUndo extends RefoldError {
  readonly code = "nothing-to-undo";
  override readonly name = "NothingToUndo";
  constructor() {
    super("there is no turn and no edit to undo");
  }
}

/** A thread cannot go back while a turn runs. */
export class TurnRunning extends RefoldError {
  readonly code = "turn-running";
  override readonly name = "TurnRunning";
  override readonly remedy = "Complete or abort the turn first.";
  constructor(readonly running: Pick<RunningTurn, "turn" | "startedAt">) {
    super(`turn ${running.turn} runs since offset ${running.startedAt}`);
  }
}
