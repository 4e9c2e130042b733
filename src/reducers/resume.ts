import type { LogEvent, RefoldEvent } from "../events/event.js";
import type { EventSource } from "../events/event-source.js";
import { isKnownEvent } from "../events/known-event.js";
import { findBase, stateAtBase } from "./checkpoint-base.js";
import type { CheckpointBase } from "./checkpoint-base.js";
import { foldFacts, newestVersionOf } from "./fold-event.js";
import { foldLogEvent } from "./replay-events.js";
import type { ReplayOptions } from "./replay-events.js";
import { isBackwardSource, readSpineBackward } from "./spine-reader.js";
import type { LogState, ThreadState } from "./thread-state.js";
import { UnknownEvents } from "./unknown-events.js";

/** A tail longer than this is not held in memory: the log is replayed forward instead. */
const LONGEST_TAIL_EVENTS = 10_000;

/** @returns null when the log has to be replayed from its start */
export async function resumeFromTail(
  source: EventSource,
  options: ReplayOptions,
): Promise<ThreadState | null> {
  const tail = isBackwardSource(source) ? await readTail(source, options.to) : null;
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
  for await (const event of readSpineBackward(source, to)) {
    const base = isKnownEvent(event) ? findBase(event) : null;
    if (base !== null) return { base, newestFirst };
    if (newestFirst.push(event) > LONGEST_TAIL_EVENTS) return null;
  }
  return null;
}

/** The state at the checkpoint's event: what stands in the checkpoint, and the facts behind it. */
async function foldBase(source: EventSource, base: CheckpointBase): Promise<ThreadState> {
  const state = await stateAtBase(source, base);
  const folded = foldFacts(state, base.event, { start: base.factIndex + 1 });
  return { ...folded, log: logAt(base.event) };
}

/** A checkpoint rewrites the ledger, so the version that it makes is the newest at its event. */
function logAt(event: RefoldEvent): LogState {
  return { head: event.offset + 1, historyVersion: newestVersionOf(event) ?? 0 };
}
