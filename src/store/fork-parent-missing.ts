import { RefoldError } from "../errors.js";

/** A fork refers to a parent, or to an event of it, that is not in this store. */
export class ForkParentMissing extends RefoldError {
  readonly code = "fork-parent-missing";
  override readonly name = "ForkParentMissing";
  override readonly remedy = "bring the parent's rollout back";
  constructor(
    readonly fork: Readonly<{ threadId: string; parentId: string; offset: number }>,
    options?: ErrorOptions,
  ) {
    super(
      `thread ${fork.threadId} left thread ${fork.parentId} at offset ${fork.offset}, ` +
        `which is not there`,
      options,
    );
  }
}
