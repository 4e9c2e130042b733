import { invalidArgument } from "../errors.js";
import { checkEvent } from "../events/check-event.js";
import type { LogEvent } from "../events/event.js";
import { isKnownEvent, rollbackOf } from "../events/known-event.js";
import { threadBegunBy } from "./chain.js";
import { forkPoint } from "./fork-thread.js";

/**
 * Checks a batch before a driver stores it.
 * @param expectedHead offset that the first event must have
 * @throws {RefoldError} `invalid-argument`: the batch's offsets are not contiguous from
 *   `expectedHead` on
 * @throws {RefoldError} `invalid-event`: an event is not of its type's form
 * @throws {RefoldError} `needs-newer-version`: an event is of a version that this library does not
 *   write
 */
export function checkBatch(expectedHead: number, events: readonly LogEvent[]): void {
  if (!Number.isSafeInteger(expectedHead) || expectedHead < 0) {
    throw invalidArgument(`expected head ${expectedHead}: not an offset`);
  }
  let offset = expectedHead;
  for (const event of events) {
    if (event.offset !== offset) {
      throw invalidArgument(
        `the batch holds offset ${event.offset} where ${offset} is expected`,
        "number a batch's events from the expected head on",
      );
    }
    checkEvent(event);
    checkRollback(event);
    offset += 1;
  }
}

/** One that goes to itself or to what is still to come has no state, nor has any event after it. */
function checkRollback(event: LogEvent): void {
  if (event.type !== "history.rolled-back" && event.derived === undefined) return; // nearly always
  const to = isKnownEvent(event) ? rollbackOf(event) : null;
  if (to === null || to < event.offset) return;
  throw invalidArgument(
    `the event at offset ${event.offset} rolls back to ${to}, not before it`,
    "roll back to an offset before the event's own",
  );
}

/**
 * Whether a thread that is not there begins with this event.
 * @returns false: the event belongs after others, so the thread is missing (`thread-not-found`)
 * @throws {RefoldError} `invalid-argument`: no thread begins with such an event
 */
export function beginsThread(threadId: string, first: LogEvent | undefined): boolean {
  if (first !== undefined && mayBegin(first)) {
    // A log that begins with another thread's name would be that thread's when it is found by its file.
    if (threadBegunBy(first) === threadId) return true;
    throw invalidArgument(
      `the ${first.type} that thread ${threadId} would begin with names another thread`,
      "give its data.threadId the id that it is appended to",
    );
  }
  if (first?.offset !== 0) return false;
  throw invalidArgument(
    `thread ${threadId} cannot begin with ${first.type}`,
    "start a thread with thread.started at offset 0, or with thread.forked after the fork point",
  );
}

function mayBegin(first: LogEvent): boolean {
  if (first.type === "thread.started") return first.offset === 0;
  return forkPoint(first)?.offset === first.offset - 1;
}
