import type { LogEvent } from "./event.js";
import type { KeptSegment } from "./kept-state.js";

/**
 * Somewhere that events can be read from more than once: a thread in a store, a foreign file, a list
 * in memory. `replay` needs no more than this.
 */
export interface EventSource {
  /** Oldest first. `from` and `to` are inclusive; absent: the first, the newest. */
  read(range?: { readonly from?: number; readonly to?: number }): AsyncIterable<LogEvent>;
  /**
   * The same, several events at a time: to wait for each costs a replay of a long log a tenth of its
   * time. Absent where the source has them one by one only.
   */
  readRuns?(range?: {
    readonly from?: number;
    readonly to?: number;
  }): AsyncIterable<readonly LogEvent[]>;
  /** Newest first. Absent where only forward reading is possible. */
  readBackward?(options?: BackwardRange): AsyncIterable<LogEvent>;
}

/** Where to begin, and who is told of what is kept beside the log. */
export interface BackwardRange {
  /** The first offset that is given, inclusive. Absent: the newest. */
  readonly from?: number;
  /** Told of each stretch of own events before its first event is given. A source may keep nothing. */
  readonly onSegment?: (segment: KeptSegment) => void;
}

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
