import { RefoldError } from "../errors.js";

/** A new thread was to get the id of one that is there. */
export class ThreadExists extends RefoldError {
  readonly code = "thread-exists";
  override readonly name = "ThreadExists";
  constructor(readonly threadId: string) {
    super(`thread ${threadId} exists already`);
  }
}
