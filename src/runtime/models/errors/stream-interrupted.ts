import { ModelError, type ModelFailure } from "./model-error.js";

/** There was no connection, or the answer ended before it was whole. */
export class StreamInterrupted extends ModelError {
  readonly code = "stream-interrupted";
  override readonly name = "StreamInterrupted";
  override readonly isTransient = true;
  constructor(failure: ModelFailure) {
    super("the answer broke off", failure);
  }
}
