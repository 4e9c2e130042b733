import { RefoldError } from "../errors.js";

/** A turn is running: it has to end before another can start, or before time is travelled. */
export class TurnRunning extends RefoldError {
  readonly code = "turn-running";
  override readonly name = "TurnRunning";
  override readonly remedy = "Complete or abort the running turn first.";
  constructor(readonly turn: string) {
    super(`turn ${turn} is running`);
  }
}
