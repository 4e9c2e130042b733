import type { LogEvent } from "../events/event.js";
import type { EventDriver, EventStore } from "./event-store.js";
/**
 * Makes a driver, which holds own events only, a store that reads through the ancestors of forks. A
 * fork's parent is checked whenever the fork is read, and no thread is deleted that others refer to.
 */
export declare function withLineage(driver: EventDriver): EventStore;
/**
 * The events of runs, one at a time. By hand, because an async generator takes several turns of the
 * microtask queue for each event, which would cost a full reading a tenth of its time. For one
 * consumer that asks for the next event when it has the last.
 */
export declare function eventsOfRuns(runs: AsyncIterable<readonly LogEvent[]>): AsyncIterableIterator<LogEvent, undefined>;
