import type { EventSource } from "../events/event-source.js";
import { readSpineBackward } from "../reducers/spine-reader.js";
import { type TurnMark, turnMarks } from "../reducers/turn-marks.js";

const NEWEST_TURNS = 8;
/** A log of long turns is not read far for it. */
const MOST_EVENTS = 2_000;

/**
 * The pauses before a thread's newest turns, newest first, in milliseconds: from what was recorded
 * last before a turn to its start, as the events' times say. The first turn has none. Reads from the
 * end, and not far.
 * @param from the offset to begin at; absent: the newest
 */
export async function readTurnPauses(
  source: EventSource,
  from?: number,
): Promise<readonly number[]> {
  const starts = new Pauses("start");
  const boundaries = new Pauses("boundary"); // where no turn has a start, a person's words begin it
  let read = 0;
  for await (const event of readSpineBackward(source, from)) {
    const marks = turnMarks(event);
    const atMs = Date.parse(event.at);
    for (const pauses of [starts, boundaries]) pauses.take(atMs, marks);
    read += 1;
    if (starts.found.length === NEWEST_TURNS || read === MOST_EVENTS) break;
  }
  return (starts.found.length > 0 ? starts : boundaries).found.slice(0, NEWEST_TURNS);
}

/** The pauses before the events with one kind of mark, read backward. */
class Pauses {
  /** Before turns that are known not to be the first. */
  readonly found: number[] = [];
  #newest: number | null = null;
  #openedMs: number | null = null;

  constructor(private readonly kind: TurnMark["kind"]) {}

  take(atMs: number, marks: readonly TurnMark[]): void {
    if (this.#openedMs !== null && this.#openedMs >= atMs) this.#newest = this.#openedMs - atMs;
    this.#openedMs = null;
    if (!marks.some(({ kind }) => kind === this.kind)) return;
    if (this.#newest !== null) this.found.push(this.#newest);
    this.#newest = null;
    this.#openedMs = atMs;
  }
}
