import { RefoldError } from "../errors.js";

/** Two states have no event in common, so that what one has and the other has not says nothing. */
export class NotComparable extends RefoldError {
  readonly code = "not-comparable";
  override readonly name = "NotComparable";
  constructor(readonly threads: readonly [a: string | null, b: string | null]) {
    const [a, b] = threads.map((threadId) => threadId ?? "(not started)");
    super(`threads ${a ?? ""} and ${b ?? ""} have no history in common`);
  }
}
