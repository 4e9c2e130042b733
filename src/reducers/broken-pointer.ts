import { RefoldError } from "../errors.js";

/** A checkpoint names an event that is not what it should be. */
export class BrokenPointer extends RefoldError {
  readonly code = "damaged-log";
  override readonly name = "BrokenPointer";
  override readonly remedy = "Replay the log from its start, or import the session again.";
  constructor(readonly pointer: Readonly<{ offset: number; type: string }>) {
    super(`a checkpoint points to a ${pointer.type} at offset ${pointer.offset}: there is none`);
  }
}
