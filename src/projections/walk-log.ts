import { type EventSource, runsOf } from "../events/event-source.js";
import type { RefoldEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import { ForwardReplay } from "../reducers/replay.js";
import type { ThreadState } from "../reducers/thread-state.js";

/** How far a view looks. */
export interface WalkOptions {
  /** The last offset that counts; absent: the newest. */
  readonly to?: number;
}

/** One event of a log, with the states on both sides of it. */
export interface WalkedEvent {
  readonly event: RefoldEvent;
  readonly before: ThreadState;
  readonly after: ThreadState;
}

/**
 * Walks a log from its first event on, rolled-back ranges included; events of unknown types, which
 * change nothing, are passed over.
 */
export async function* walkLog(
  source: EventSource,
  { to }: WalkOptions = {},
): AsyncGenerator<WalkedEvent, undefined> {
  const forward = new ForwardReplay(source);
  for await (const run of runsOf(source, to === undefined ? {} : { to })) {
    for (const event of run) {
      const before = forward.state;
      const reading = forward.take(event);
      if (reading !== undefined) await reading;
      if (isKnownEvent(event)) yield { event, before, after: forward.state };
    }
  }
}
