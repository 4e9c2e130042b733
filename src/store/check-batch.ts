import { InvalidArgument } from "../errors.js";
import { isKnownEvent } from "../events/known-event.js";
import { checkEvent } from "../events/check-event.js";
import type { LogEvent } from "../events/event.js";
import { rollbackOf } from "../events/rollback-of.js";

/**
 * @throws {InvalidArgument} the batch's offsets are not contiguous from `expectedHead` on
 * @throws {InvalidEvent} an event is not of its type's form
 * @throws {NeedsNewerVersion} an event is of a version that this library does not write
 */
export function checkBatch(expectedHead: number, events: readonly LogEvent[]): void {
  if (!Number.isSafeInteger(expectedHead) || expectedHead < 0) {
    throw new InvalidArgument(`expected head ${expectedHead}: not an offset`);
  }
  let offset = expectedHead;
  for (const event of events) {
    if (event.offset !== offset) {
      throw new InvalidArgument(
        `the batch holds offset ${event.offset} where ${offset} is expected`,
        "number a batch's events from the expected head on",
      );
    }
    checkEvent(event);
    checkRollback(event);
    offset += 1;
  }
}

/** One that goes to itself or to what is still to come has no state, nor has any event behind it. */
function checkRollback(event: LogEvent): void {
  if (event.type !== "history.rolled-back" && event.derived === undefined) return; // nearly always
  const to = isKnownEvent(event) ? rollbackOf(event) : null;
  if (to === null || to < event.offset) return;
  throw new InvalidArgument(
    `the event at offset ${event.offset} rolls back to ${to}, not before it`,
    "roll back to an offset before the event's own",
  );
}
