import { RefoldError } from "../../errors.js";
import type { RunningTurn } from "../../events/slices.js";

/** A thread cannot go back while a turn runs. */
export class TurnRunning extends RefoldError {
  readonly code = "turn-running";
  override readonly name = "TurnRunning";
  override readonly remedy = "Complete or abort the turn first.";
  constructor(readonly running: Pick<RunningTurn, "turn" | "startedAt">) {
    super(`turn ${running.turn} runs since offset ${running.startedAt}`);
  }
}
