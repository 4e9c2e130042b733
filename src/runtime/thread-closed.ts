import { RefoldError } from "../errors.js";

/** A thread was written to behind its `close`: its streams have ended, nobody would hear of it. */
export class ThreadClosed extends RefoldError {
  readonly code = "thread-closed";
  override readonly name = "ThreadClosed";
  override readonly remedy = "resume the thread: `resumeThread(threadId, options)`";
  constructor(readonly threadId: string) {
    super(`thread ${threadId} is closed`);
  }
}
