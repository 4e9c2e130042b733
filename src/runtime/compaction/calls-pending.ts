import { RefoldError } from "../../errors.js";

/** A call of the running turn still waits for its output: compacted now, the output would be orphaned. */
export class CallsPending extends RefoldError {
  readonly code = "calls-pending";
  override readonly name = "CallsPending";
  override readonly remedy = "Record the outputs first, or end the turn.";
  constructor(readonly pending: Readonly<{ turn: string; calls: number }>) {
    const calls =
      pending.calls === 1 ? "1 call waits for its" : `${pending.calls} calls wait for their`;
    super(`turn ${pending.turn}: ${calls} output`);
  }
}
