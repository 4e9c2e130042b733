import { InvalidArgument } from "../errors.js";
import type { LogEvent } from "../events/event.js";
import { isJsonObject } from "../events/is-json-object.js";
import { forkPoint } from "./fork-point.js";
import { threadNotFound } from "./thread-not-found.js";

/**
 * Whether a thread that is not there may begin with this event.
 * @param known the ids that are there
 * @throws {ThreadNotFound} the event belongs behind others
 * @throws {InvalidArgument} a thread does not begin with such an event
 */
export function checkFirst(
  threadId: string,
  first: LogEvent | undefined,
  known: () => Iterable<string>,
): void {
  if (first !== undefined && mayBegin(first)) {
    requireOwnId(threadId, first);
    return;
  }
  if (first?.offset !== 0) throw threadNotFound(threadId, known());
  throw new InvalidArgument(
    `thread ${threadId} cannot begin with ${first.type}`,
    "begin a thread with thread.started at offset 0, or with thread.forked behind the fork point",
  );
}

function mayBegin(first: LogEvent): boolean {
  if (first.type === "thread.started") return first.offset === 0;
  return forkPoint(first)?.offset === first.offset - 1;
}

/** A log that begins with another thread's name would be that thread's when it is found by its file. */
function requireOwnId(threadId: string, { type, data }: LogEvent): void {
  if (isJsonObject(data) && data["threadId"] === threadId) return;
  throw new InvalidArgument(
    `the ${type} that thread ${threadId} would begin with names another thread`,
    "give its data.threadId the id that it is appended to",
  );
}
