import { invalidEvent } from "../events/errors.js";
import type { LogEvent } from "../events/event.js";
import type { NewerEvents } from "./event-store.js";
import { decodeLine, encodeBatch } from "./jsonl/line-codec.js";

/**
 * A batch as the lines of a rollout (docs/file-format.md), each with what is `left` of the batch and its
 * `sum`: what a driver of your own stores, an event a line, without line feeds.
 * @throws {RefoldError} `invalid-event`: an event has no line
 */
export function encodeLines(events: readonly LogEvent[]): readonly string[] {
  const bytes = encodeBatch(events);
  let start = 0;
  return events.map(() => {
    const end = bytes.indexOf("\n", start);
    const line = bytes.toString("utf8", start, end);
    start = end + 1;
    return line;
  });
}

/**
 * The event of such a line.
 * @param newer as in `ReadOptions`
 * @throws {RefoldError} `invalid-event`: the line is damaged
 * @throws {RefoldError} `needs-newer-version`
 */
export function decodeEventLine(line: string, newer: NewerEvents["newer"] = "refuse"): LogEvent {
  const { event, damage } = decodeLine(Buffer.from(line), newer);
  if (event !== undefined) return event;
  const reason = `its line is damaged (${damage})`;
  throw invalidEvent({ offset: null, type: null }, [{ path: "", reason }]);
}
