import type { LogEvent } from "../../events/event.js";
import { forkPoint } from "../fork-point.js";

/** Whether `next` is the line that a batch goes on with behind `event`. */
export function continuesBatch(event: LogEvent, next: LogEvent): boolean {
  return event.left === (next.left ?? 0) + 1 && next.offset === event.offset + 1;
}

/** The offset behind a batch, as any of its lines tells it. */
export function batchEnd(event: LogEvent): number {
  return event.offset + (event.left ?? 0) + 1;
}

/**
 * Whether `next` cuts the batch of `event` short: in a fork with a copied prefix the parent's lines
 * end, mid-batch maybe, with the one that `thread.forked` names by id and sum.
 */
export function cutsBatch(event: LogEvent, next: LogEvent): boolean {
  const from = forkPoint(next);
  return (
    from?.offset === event.offset &&
    next.offset === event.offset + 1 &&
    from.id === event.id &&
    from.sum === event.sum
  );
}
