import type { LogEvent } from "./event.js";

/**
 * Somewhere that events can be read from more than once: a thread in a store, a foreign file, a list
 * in memory. `replay` needs no more than this.
 */
export interface EventSource {
  /** Oldest first. `from` and `to` are inclusive; absent: the first, the newest. */
  read(range?: { readonly from?: number; readonly to?: number }): AsyncIterable<LogEvent>;
  /** Newest first, from `from` (inclusive). Absent where only forward reading is possible. */
  readBackward?(options?: { readonly from?: number }): AsyncIterable<LogEvent>;
}
