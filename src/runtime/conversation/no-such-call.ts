import { RefoldError } from "../../errors.js";
import { rankNames } from "../../nearest-names.js";

/** A tool's result names no call that waits for one. Nothing was written. */
export class NoSuchCall extends RefoldError {
  readonly code = "no-such-call";
  override readonly name = "NoSuchCall";
  override readonly remedy: string;
  constructor(
    readonly callId: string,
    /** Ids of the calls that wait, the one spelled most alike first. */
    readonly waiting: readonly string[],
  ) {
    super(`no call ${JSON.stringify(callId)} waits for a result`);
    this.remedy =
      waiting.length === 0
        ? "No call waits: add the model's answer with its calls first."
        : `Waiting: ${waiting.join(", ")}.`;
  }
}

/** The error for a result without a call, with the calls that wait. */
export function noSuchCall(callId: string, waiting: readonly string[]): NoSuchCall {
  return new NoSuchCall(callId, rankNames(callId, waiting));
}
