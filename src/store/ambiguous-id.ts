import { RefoldError } from "../errors.js";

const namedIds = 5;

/** The beginning of an id fits more than one thread. */
export class AmbiguousId extends RefoldError {
  readonly code = "ambiguous-id";
  override readonly name = "AmbiguousId";
  override readonly remedy = "give more of the id";
  constructor(
    readonly prefix: string,
    readonly threadIds: readonly string[],
  ) {
    const more = threadIds.length > namedIds ? ", …" : "";
    const named = threadIds.slice(0, namedIds).join(", ");
    super(`${prefix} fits ${threadIds.length} threads: ${named}${more}`);
  }
}
