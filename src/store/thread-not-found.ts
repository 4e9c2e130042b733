import { distance } from "fastest-levenshtein";
import { RefoldError } from "../errors.js";

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
  const ranked = Array.from(known, (id) => ({ id, distance: distance(id, threadId) }));
  ranked.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
  return new ThreadNotFound(
    threadId,
    ranked.slice(0, namedIds).map(({ id }) => id),
  );
}
