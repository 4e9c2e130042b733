import { RefoldError } from "../errors.js";
import { rankNames } from "../nearest-names.js";

const namedIds = 3;

/** There is no thread of that id in this store. */
export class ThreadNotFound extends RefoldError {
  readonly code = "thread-not-found";
  override readonly name = "ThreadNotFound";
  override readonly remedy: string | undefined;
  constructor(
    readonly threadId: string,
    /** Ids that exist and are spelled most alike, nearest first. */
    readonly nearest: readonly string[] = [],
  ) {
    super(`there is no thread ${threadId}`);
    this.remedy = nearest.length > 0 ? `did you mean ${nearest.join(" or ")}?` : undefined;
  }
}

/** The error for an unknown thread, which names the ids nearest to the one that was asked for. */
export function threadNotFound(threadId: string, known: Iterable<string>): ThreadNotFound {
  return new ThreadNotFound(threadId, rankNames(threadId, known).slice(0, namedIds));
}
