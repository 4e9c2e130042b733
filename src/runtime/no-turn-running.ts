import { RefoldError } from "../errors.js";

/** Something was to be recorded in a turn that has ended, or that was never started. */
export class NoTurnRunning extends RefoldError {
  readonly code = "no-turn-running";
  override readonly name = "NoTurnRunning";
  override readonly remedy = "Start a turn first: `thread.startTurn(context)`.";
  constructor(readonly turn: string | null) {
    super(turn === null ? "no turn is running" : `turn ${turn} is not running any more`);
  }
}
