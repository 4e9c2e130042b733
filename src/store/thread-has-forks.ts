import { RefoldError } from "../errors.js";

/** Other threads read their beginning from this one, so it is not deleted. */
export class ThreadHasForks extends RefoldError {
  readonly code = "thread-has-forks";
  override readonly name = "ThreadHasForks";
  override readonly remedy =
    "delete the forks first, or let each stand alone: refold detach FORK (`store.detach`)";
  constructor(
    readonly threadId: string,
    readonly forkIds: readonly string[],
  ) {
    super(`thread ${threadId} has forks: ${forkIds.join(", ")}`);
  }
}
