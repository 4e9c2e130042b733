import { Unreachable } from "../../errors.js";
import type { EventSource } from "../../events/event-source.js";
import { isKnownEvent } from "../../events/known-event.js";

/** The thread that a source tells of: its first event says it. */
export async function threadIdOf(source: EventSource): Promise<string> {
  for await (const event of source.read({ from: 0, to: 0 })) {
    if (isKnownEvent(event) && event.type === "thread.started") return event.data.threadId;
  }
  throw new Unreachable("a session does not begin with thread.started");
}
