import { InvalidArgument } from "../errors.js";
import { checkEvent } from "../events/check-event.js";
import type { LogEvent } from "../events/event.js";

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
    offset += 1;
  }
}
