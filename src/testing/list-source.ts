import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";

export interface ListSourceOptions {
  /** Leaves `readBackward` out, as a source that can only be read forward. */
  readonly forwardOnly?: boolean;
  /** Called for each event that is handed out, with its offset. */
  readonly onRead?: (offset: number) => void;
}

/** A log in memory as something to replay from. */
export function listSource(
  events: readonly LogEvent[],
  options: ListSourceOptions = {},
): EventSource {
  const { forwardOnly = false, onRead } = options;
  async function* read({ from = 0, to = events.length - 1 } = {}) {
    for (const event of events.slice(from, to + 1)) {
      onRead?.(event.offset);
      yield event;
    }
  }
  async function* readBackward({ from = events.length - 1 } = {}) {
    for (const event of events.slice(0, from + 1).toReversed()) {
      onRead?.(event.offset);
      yield event;
    }
  }
  return forwardOnly ? { read } : { read, readBackward };
}
