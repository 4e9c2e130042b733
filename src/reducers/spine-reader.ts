import { noSuchOffset } from "./errors.js";
import type { BackwardRange, EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { rollbackIn } from "./replay-events.js";
import { Spine } from "./spine.js";

/** From this many discarded events on, opening the source anew is cheaper than reading over them. */
const SHORTEST_JUMP_EVENTS = 256;

/** How much of a source that can only be read forward is held at a time. */
const CHUNK_EVENTS = 1_000;

export type BackwardSource = EventSource & Required<Pick<EventSource, "readBackward">>;

export function isBackwardSource(source: EventSource): source is BackwardSource {
  return source.readBackward !== undefined;
}

/**
 * The events that survive, newest first: what a rollback discarded is jumped over. A source that can
 * only be read forward is read in chunks, from the newest.
 * @param from the offset to begin at; absent: the newest
 * @throws {RefoldError} `offset-out-of-range`: there is no such offset
 */
export async function* readSpineBackward(
  source: EventSource,
  from?: number,
  onSegment?: BackwardRange["onSegment"],
): AsyncGenerator<LogEvent, undefined> {
  if (from !== undefined && (from < 0 || !Number.isInteger(from))) throw noSuchOffset(from, 0);
  let spine: Spine | null = null;
  let next = from;
  let reading = true;
  while (reading) {
    reading = false;
    for await (const event of readBackward(source, next, onSegment)) {
      spine ??= new Spine(startOf(event, from));
      if (event.offset > spine.newest) continue;
      yield event;
      const rollback = rollbackIn(event);
      if (rollback === null) continue;
      spine.meet(rollback);
      next = spine.newest;
      reading = event.offset - next > SHORTEST_JUMP_EVENTS;
      if (reading) break;
    }
  }
}

function readBackward(
  source: EventSource,
  from: number | undefined,
  onSegment: BackwardRange["onSegment"],
): AsyncIterable<LogEvent> {
  if (!isBackwardSource(source)) return readChunks(source, from);
  return source.readBackward({
    ...(from !== undefined && { from }),
    ...(onSegment !== undefined && { onSegment }),
  });
}

async function* readChunks(
  source: EventSource,
  asked: number | undefined,
): AsyncGenerator<LogEvent, undefined> {
  let to = asked ?? (await lastOffset(source));
  while (to >= 0) {
    const chunk: LogEvent[] = [];
    const from = Math.max(0, to - CHUNK_EVENTS + 1);
    for await (const event of source.read({ from, to })) chunk.push(event);
    yield* chunk.reverse();
    to = from - 1;
  }
}

async function lastOffset(source: EventSource): Promise<number> {
  let last = -1;
  for await (const { offset } of source.read()) last = offset;
  return last;
}

function startOf({ offset }: LogEvent, asked: number | undefined): number {
  if (asked !== undefined && offset !== asked) throw noSuchOffset(asked, offset + 1);
  return offset;
}
