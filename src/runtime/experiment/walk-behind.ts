import type { EventSource } from "../../events/event-source.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { WalkedEvent } from "../../projections/walk-log.js";
import { foldLogEvent, rangeBehind, rollbackIn } from "../../reducers/replay-events.js";
import {
  survives,
  survivingRanges,
  type Rollback,
  type SurvivingRange,
} from "../../reducers/spine.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { UnknownEvents } from "../../reducers/unknown-events.js";

/**
 * What of a log goes on behind an offset: the ranges that survive there, oldest first. Where the
 * offset was rolled back itself, what followed it until then.
 */
export async function rangesBehind(
  source: EventSource,
  offset: number,
): Promise<readonly SurvivingRange[]> {
  const rollbacks: Rollback[] = [];
  let last = offset;
  for await (const event of source.read({ from: offset })) {
    last = event.offset;
    const rollback = event.offset > offset ? rollbackIn(event) : null;
    if (rollback !== null) rollbacks.push(rollback);
  }
  const whole = survivingRanges(rollbacks, last);
  if (survives(whole, offset)) return clipped(whole, offset);
  const end = rollbacks.find(({ to }) => to < offset)?.offset ?? last + 1;
  const before = rollbacks.filter((rollback) => rollback.offset < end);
  return clipped(survivingRanges(before, end - 1), offset);
}

function clipped(ranges: readonly SurvivingRange[], offset: number): readonly SurvivingRange[] {
  return ranges.flatMap((range) => rangeBehind(range, offset) ?? []);
}

/**
 * Folds what survives behind a state, with the states on both sides of each event; events of unknown
 * types, which change nothing, are passed over.
 */
export async function* walkRanges(
  source: EventSource,
  from: ThreadState,
  ranges: readonly SurvivingRange[],
): AsyncGenerator<WalkedEvent, undefined> {
  const unknown = new UnknownEvents({});
  let state = from;
  for (const range of ranges) {
    for await (const event of source.read(range)) {
      const before = state;
      state = foldLogEvent(before, event, unknown);
      if (isKnownEvent(event)) yield { event, before, after: state };
    }
  }
}
