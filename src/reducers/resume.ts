import type { LogEvent, RefoldEvent } from "../events/event.js";
import type { EventSource } from "../events/event-source.js";
import { isKnownEvent } from "../events/known-event.js";
import { findBase, stateAtBase } from "./checkpoint-base.js";
import type { CheckpointBase } from "./checkpoint-base.js";
import { foldFacts, newestVersionOf } from "./fold-event.js";
import { NoSuchOffset } from "./no-such-offset.js";
import { foldLogEvent, rollbackIn } from "./replay-events.js";
import type { ReplayOptions } from "./replay-events.js";
import { Spine } from "./spine.js";
import type { ThreadState } from "./thread-state.js";
import { UnknownEvents } from "./unknown-events.js";

/** A tail longer than this is not held in memory: the log is replayed forward instead. */
const LONGEST_TAIL_EVENTS = 10_000;

/** From this many discarded events on, opening the source anew is cheaper than reading over them. */
const SHORTEST_JUMP_EVENTS = 256;

/** @returns null when the log has to be replayed from its start */
export async function resumeFromTail(
  source: EventSource,
  options: ReplayOptions,
): Promise<ThreadState | null> {
  const tail = await readTail(source, options.to);
  if (tail === null) return null;
  const unknown = new UnknownEvents(options);
  let state = await foldBase(source, tail.base);
  for (const event of tail.newestFirst.reverse()) state = foldLogEvent(state, event, unknown);
  return state;
}

interface Tail {
  readonly base: CheckpointBase;
  /** What survives behind the base. */
  readonly newestFirst: LogEvent[];
}

async function readTail(source: EventSource, to: number | undefined): Promise<Tail | null> {
  const newestFirst: LogEvent[] = [];
  const collector = new TailCollector(newestFirst);
  let from = to;
  for (;;) {
    const events = source.readBackward?.(from === undefined ? {} : { from });
    if (events === undefined) return null;
    const next = await collector.collect(events, from);
    if (next === "long" || next === "start") return null;
    if (typeof next !== "number") return { base: next, newestFirst };
    from = next;
  }
}

/** Reads backward along the spine until a checkpoint turns up. */
class TailCollector {
  #spine: Spine | null = null;
  constructor(private readonly newestFirst: LogEvent[]) {}

  /**
   * @param from where reading begins; the first event must be there
   * @returns the checkpoint; or the offset to go on from, behind a wide gap; or why there is none
   */
  async collect(
    events: AsyncIterable<LogEvent>,
    from: number | undefined,
  ): Promise<CheckpointBase | number | "long" | "start"> {
    for await (const event of events) {
      if (this.#spine === null && from !== undefined && event.offset !== from) {
        throw new NoSuchOffset(from, event.offset + 1);
      }
      this.#spine ??= new Spine(event.offset);
      if (event.offset > this.#spine.newest) continue;
      const base = isKnownEvent(event) ? findBase(event) : null;
      if (base !== null) return base;
      if (this.newestFirst.push(event) > LONGEST_TAIL_EVENTS) return "long";
      const rollback = rollbackIn(event);
      if (rollback !== null) this.#spine.meet(rollback);
      if (event.offset - this.#spine.newest > SHORTEST_JUMP_EVENTS) return this.#spine.newest;
    }
    return "start";
  }
}

/** The state at the checkpoint's event: what stands in the checkpoint, and the facts behind it. */
async function foldBase(source: EventSource, base: CheckpointBase): Promise<ThreadState> {
  const state = await stateAtBase(source, base);
  const folded = foldFacts(state, base.event, { start: base.factIndex + 1 });
  return { ...folded, log: logBehind(base.event) };
}

function logBehind(event: RefoldEvent) {
  return { head: event.offset + 1, historyVersion: newestVersionOf(event) ?? 0 };
}
