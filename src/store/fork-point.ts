import type { LogEvent } from "../events/event.js";
import { type ForkPoint, ThreadForked } from "../events/thread-forked.js";

/** Where a `thread.forked` says that it left its parent; undefined for any other event. */
export function forkPoint(event: LogEvent): ForkPoint | undefined {
  if (event.type !== "thread.forked") return undefined;
  return ThreadForked.safeParse(event).data?.data.from;
}

/** Whether a log of own events may begin with this one. */
export function beginsLog(event: LogEvent): boolean {
  return event.offset === 0 || forkPoint(event)?.offset === event.offset - 1;
}
