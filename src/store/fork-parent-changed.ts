import { RefoldError } from "../errors.js";

/** The parent's event at the fork point is not the one that the fork recorded. */
export class ForkParentChanged extends RefoldError {
  readonly code = "fork-parent-changed";
  override readonly name = "ForkParentChanged";
  override readonly remedy = "bring the parent's rollout back as it was";
  constructor(readonly fork: Readonly<{ threadId: string; parentId: string; offset: number }>) {
    super(
      `thread ${fork.threadId} left thread ${fork.parentId} at offset ${fork.offset}, ` +
        `where another event stands now`,
    );
  }
}
