import { RefoldError } from "../../errors.js";

/** The summary could not be made. Nothing was changed; `cause` is what the model failed with last. */
export class CompactionFailed extends RefoldError {
  readonly code = "compaction-failed";
  override readonly name = "CompactionFailed";
  constructor(why: string, cause?: unknown) {
    super(`the history could not be summarised: ${why}`, { cause });
  }
}
