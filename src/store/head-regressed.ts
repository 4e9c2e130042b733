import { RefoldError } from "../errors.js";

/** Events that a reader had seen are no longer there, or are others now. */
export class HeadRegressed extends RefoldError {
  readonly code = "head-regressed";
  override readonly name = "HeadRegressed";
  override readonly remedy = "read the thread again from the start";
  constructor(readonly head: Readonly<{ threadId: string; seen: number; actual: number }>) {
    super(
      `thread ${head.threadId}: events up to head ${head.seen} had been read, ` +
        `of which only those before ${head.actual} are still there`,
    );
  }
}
