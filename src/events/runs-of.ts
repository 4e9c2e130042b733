import type { EventSource } from "./event-source.js";
import type { LogEvent } from "./event.js";

/** What a source has, several events at a time where it can, oldest first. */
export function runsOf(
  source: EventSource,
  range: { readonly from?: number; readonly to?: number } = {},
): AsyncIterable<readonly LogEvent[]> {
  return source.readRuns?.(range) ?? oneByOne(source.read(range));
}

async function* oneByOne(events: AsyncIterable<LogEvent>): AsyncGenerator<readonly LogEvent[]> {
  for await (const event of events) yield [event];
}
