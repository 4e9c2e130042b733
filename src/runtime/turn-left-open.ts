import { RefoldError } from "../errors.js";

/** A turn failed, and that it ended could not be recorded either. `resumeThread` marks it later. */
export class TurnLeftOpen extends RefoldError {
  readonly code = "turn-left-open";
  override readonly name = "TurnLeftOpen";
  override readonly remedy = "Resume the thread: the turn is then marked as interrupted.";
  constructor(
    readonly turn: string,
    /** Why the turn failed. */
    readonly failure: unknown,
    /** Why its end could not be recorded. */
    cause: unknown,
  ) {
    super(`turn ${turn} failed, and its end could not be recorded`, { cause });
  }
}
