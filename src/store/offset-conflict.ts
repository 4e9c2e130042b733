import { RefoldError } from "../errors.js";

/** Someone else moved the thread's head. Read what is new and decide again; do not just retry. */
export class OffsetConflict extends RefoldError {
  readonly code = "offset-conflict";
  override readonly name = "OffsetConflict";
  override readonly remedy = "read what is new, then decide again";
  constructor(readonly head: Readonly<{ threadId: string; expected: number; actual: number }>) {
    super(`thread ${head.threadId}: expected head ${head.expected}, found ${head.actual}`);
  }
}
