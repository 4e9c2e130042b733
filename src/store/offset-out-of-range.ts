import { RefoldError } from "../errors.js";

/** An offset was asked for that the thread does not have. */
export class OffsetOutOfRange extends RefoldError {
  readonly code = "offset-out-of-range";
  override readonly name = "OffsetOutOfRange";
  override readonly remedy: string;
  constructor(readonly range: Readonly<{ threadId: string; offset: number; head: number }>) {
    const { threadId, offset, head } = range;
    super(`thread ${threadId} has no offset ${offset}: its newest event is at ${head - 1}`);
    this.remedy = `name an offset from 0 to ${head - 1}`;
  }
}
