import { RefoldError } from "../errors.js";

/** An offset was asked for that the log does not have. */
export class NoSuchOffset extends RefoldError {
  readonly code = "offset-out-of-range";
  override readonly name = "NoSuchOffset";
  override readonly remedy: string;
  /** @param head the offset that the next event gets; 0: the log is empty */
  constructor(
    readonly offset: number,
    readonly head: number,
  ) {
    super(`there is no offset ${offset}: ${head === 0 ? "the log is empty" : rangeOf(head)}`);
    this.remedy = head === 0 ? "Record something first." : `Name an offset from 0 to ${head - 1}.`;
  }
}

function rangeOf(head: number): string {
  return head === 1 ? "the log has offset 0 only" : `the log has offsets 0 to ${head - 1}`;
}
