import { RefoldError } from "../../errors.js";

/**
 * Somebody else wrote to the rollout, or took the lease over. What this process had acknowledged
 * stands; whether a batch in flight does must be read. The next append opens the thread afresh.
 */
export class Fenced extends RefoldError {
  readonly code = "fenced";
  override readonly name = "Fenced";
  override readonly remedy = "read what is new, then decide again";
  constructor(
    readonly file: string,
    reason: string,
  ) {
    super(`${file}: ${reason}`);
  }
}
