import { openLog } from "../../runtime/open-thread.js";
import type { ThreadLog } from "../../runtime/thread-log.js";
import type { HomeOption } from "../session.js";
import { withThread } from "../store.js";

/** Opens a stored thread's log at its head, works with it, and closes it. */
export function withLog<Result>(
  text: string,
  options: HomeOption,
  work: (log: ThreadLog) => Promise<Result>,
): Promise<Result> {
  return withThread(text, options, async (store, threadId) => {
    const log = await openLog(threadId, { store });
    const result = await work(log);
    await log.close();
    return result;
  });
}
