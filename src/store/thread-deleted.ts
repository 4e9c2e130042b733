import { RefoldError } from "../errors.js";

/** The thread was deleted while it was read. */
export class ThreadDeleted extends RefoldError {
  readonly code = "thread-deleted";
  override readonly name = "ThreadDeleted";
  constructor(readonly threadId: string) {
    super(`thread ${threadId} was deleted`);
  }
}
