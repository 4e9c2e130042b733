import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";

/** Events in memory, by their offsets. */
export function heldSource(events: readonly LogEvent[]): EventSource {
  const within = (to: number | undefined) => Math.min(to ?? Infinity, events.length - 1);
  return {
    async *read({ from = 0, to } = {}) {
      for (let offset = from; offset <= within(to); offset += 1) {
        const event = events[offset];
        if (event !== undefined) yield event;
      }
    },
    async *readBackward({ from } = {}) {
      for (let offset = within(from); offset >= 0; offset -= 1) {
        const event = events[offset];
        if (event !== undefined) yield event;
      }
    },
  };
}
