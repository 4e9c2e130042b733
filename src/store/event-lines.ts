import { invalidEvent } from "../events/errors.js";
import type { LogEvent } from "../events/event.js";
import { type ChainedEvent, sumToLink } from "./chain.js";
import type { NewerEvents } from "./event-store.js";
import { decodeLine, encodeBatch } from "./jsonl/line-codec.js";

/**
 * A batch as the lines of a rollout (docs/file-format.md), each with what is `left` of the batch, the
 * sum of the line before it (`prev`) and its own `sum`: what a driver of your own stores, an event a line, without line feeds.
 * @param before the event of the line before; undefined: there is none
 * @throws {RefoldError} `invalid-event`: an event has no line
 */
export function encodeLines(
  events: readonly LogEvent[],
  before: LogEvent | undefined,
): readonly string[] {
  const bytes = encodeBatch(events, { after: before && sumToLink(before) });
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
export function decodeEventLine(line: string, newer?: NewerEvents["newer"]): LogEvent {
  return decodeChainedLine(line, newer).event;
}

/** The same, with what the line says of the one before it. */
export function decodeChainedLine(
  line: string,
  newer: NewerEvents["newer"] = "refuse",
): ChainedEvent {
  const read = decodeLine(Buffer.from(line), newer);
  if (read.event !== undefined) return read;
  const reason = `its line is damaged (${read.damage})`;
  throw invalidEvent({ offset: null, type: null }, [{ path: "", reason }]);
}
