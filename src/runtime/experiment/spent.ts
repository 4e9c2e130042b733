import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { EventStore } from "../../store/event-store.js";
import { markIn } from "./marks.js";
import type { Task } from "./tasks.js";

/**
 * What earlier runs of an experiment have used, by their forks' logs: turns that were given up count
 * as well, and a request whose cost nobody said counts with the most that it can have cost.
 */
export async function spentBy(
  tasks: readonly Task[],
  store: EventStore,
): Promise<{ readonly tokens: number; readonly requests: number }> {
  const used = { tokens: 0, requests: 0 };
  for (const { threadId, mark } of tasks) {
    if (!(await store.has(threadId))) continue;
    let open: number[] = [];
    for await (const event of store.read(threadId, { from: mark.base.offset + 1 })) {
      const request = markIn(event, "experiment.request");
      if (request !== null) {
        open.push(request.mostTokens);
        used.requests += 1;
      }
      const cost = costIn(event);
      if (cost === null || open.length === 0) continue;
      used.tokens += cost;
      open = open.slice(0, -1);
    }
    used.tokens += open.reduce((sum, most) => sum + most, 0);
  }
  return used;
}

function costIn(event: LogEvent): number | null {
  return isKnownEvent(event) && event.type === "usage.reported" ? event.data.usage.total : null;
}
