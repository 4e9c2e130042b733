import { InvalidArgument } from "../errors.js";
import type { LogEvent } from "../events/event.js";
import { beginsLog } from "./fork-point.js";
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
  const isFirst = first?.type === "thread.started" || first?.type === "thread.forked";
  if (isFirst && beginsLog(first)) return;
  if (first?.offset !== 0) throw threadNotFound(threadId, known());
  throw new InvalidArgument(
    `thread ${threadId} cannot begin with ${first.type}`,
    "begin a thread with thread.started at offset 0, or with thread.forked behind the fork point",
  );
}
