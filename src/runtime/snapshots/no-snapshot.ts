import { RefoldError } from "../../errors.js";

/** Files were to be put back, and no snapshot is there to put them back to. */
export class NoSnapshot extends RefoldError {
  readonly code = "nothing-to-undo";
  override readonly name = "NoSnapshot";
  constructor(readonly threadId: string) {
    super(`thread ${threadId} has no snapshot left to restore`);
  }
}
