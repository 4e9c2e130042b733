import { RefoldError } from "../../errors.js";

/** The thread that an experiment was begun on is not what it was then. */
export class BaseChanged extends RefoldError {
  readonly code = "base-changed";
  override readonly name = "BaseChanged";
  override readonly remedy =
    "Give the experiment another name to begin it anew on the base as it is now.";
  constructor(
    readonly threadId: string,
    readonly experiment: string,
    /** What is not the same, for people. */
    readonly change: string,
  ) {
    super(`experiment ${experiment}: its base ${threadId} changed since the last run: ${change}`);
  }
}
