import { InvalidArgument } from "../errors.js";
import { InvalidId, isUlid } from "../events/ids.js";
import type { LogEvent } from "../events/event.js";
import type { EventDriver } from "./event-driver.js";
import type { BackwardOptions, EventStore, FollowOptions, ReadOptions } from "./event-store.js";
import { eventsOfRuns } from "./events-of-runs.js";
import { OffsetOutOfRange } from "./offset-out-of-range.js";
import { resolveSegments } from "./segments.js";
import { ThreadHasForks } from "./thread-has-forks.js";

/**
 * Makes a driver, which holds own events only, a store that reads through the ancestors of forks. A
 * fork's parent is checked whenever the fork is read, and no thread is deleted that others refer to.
 */
export function withLineage(driver: EventDriver): EventStore {
  return {
    append: async (threadId, expectedHead, events) =>
      driver.append(checkId(threadId), expectedHead, events),
    read: (threadId, options) => eventsOfRuns(read(driver, threadId, options)),
    readRuns: (threadId, options) => read(driver, threadId, options),
    readBackward: (threadId, options) => eventsOfRuns(readBackward(driver, threadId, options)),
    has: async (threadId) => driver.has(checkId(threadId)),
    head: async (threadId) => driver.head(checkId(threadId)),
    list: () => driver.list(),
    delete: (threadId) => deleteThread(driver, threadId),
    detach: (threadId) => detach(driver, threadId),
    follow: (threadId, options) => follow(driver, threadId, options),
    sync: async (threadId) => driver.sync(checkId(threadId)),
    blobs: driver.blobs,
    close: () => driver.close(),
  };
}

async function* read(
  driver: EventDriver,
  threadId: string,
  options: ReadOptions = {},
): AsyncGenerator<readonly LogEvent[], void, undefined> {
  const { from = 0, to = Infinity } = options;
  checkId(threadId);
  checkOffset("from", from);
  if (to !== Infinity) checkOffset("to", to);
  if (from > 0) await checkRange(driver, { threadId, offset: from, last: 0 });
  for (const segment of await resolveSegments(driver, threadId)) {
    const range = { from: Math.max(from, segment.from), to: Math.min(to, segment.to) };
    if (range.from > range.to) continue;
    yield* driver.readRuns(segment.threadId, { ...options, ...range });
  }
}

async function* readBackward(
  driver: EventDriver,
  threadId: string,
  options: BackwardOptions = {},
): AsyncGenerator<readonly LogEvent[], void, undefined> {
  const { from = Infinity } = options;
  checkId(threadId);
  if (from !== Infinity) {
    checkOffset("from", from);
    await checkRange(driver, { threadId, offset: from, last: 1 });
  }
  for (const segment of (await resolveSegments(driver, threadId)).toReversed()) {
    if (from < segment.from) continue;
    const last = Math.min(from, segment.to);
    const own = last === Infinity ? options : { ...options, from: last };
    yield* driver.readRunsBackward(segment.threadId, own);
  }
}

async function* follow(
  driver: EventDriver,
  threadId: string,
  options: FollowOptions = {},
): AsyncGenerator<LogEvent, void, undefined> {
  const { from = 0, signal, ...newer } = options;
  checkId(threadId);
  checkOffset("from", from);
  const segments = await resolveSegments(driver, threadId);
  for (const { threadId: id, from: first, to } of segments) {
    const range = { from: Math.max(from, first), to };
    if (range.from > to) continue;
    const runs =
      to === Infinity
        ? driver.followRuns(id, { ...options, from: range.from })
        : driver.readRuns(id, { ...newer, ...range });
    for await (const run of runs) {
      for (const event of run) {
        if (signal?.aborted === true) return;
        yield event;
      }
    }
  }
}

async function deleteThread(driver: EventDriver, threadId: string): Promise<void> {
  checkId(threadId);
  const forkIds: string[] = [];
  for await (const entry of driver.list()) {
    if (entry.forkedFrom?.threadId === threadId) forkIds.push(entry.threadId);
  }
  if (forkIds.length > 0) throw new ThreadHasForks(threadId, forkIds);
  await driver.remove(threadId);
}

async function detach(driver: EventDriver, threadId: string): Promise<void> {
  const segments = await resolveSegments(driver, checkId(threadId));
  const prefix = segments.slice(0, -1);
  if (prefix.length > 0) await driver.adoptPrefix(threadId, prefix);
}

function checkId(threadId: string): string {
  if (!isUlid(threadId)) throw new InvalidId(threadId);
  return threadId;
}

function checkOffset(name: string, offset: number): void {
  if (Number.isSafeInteger(offset) && offset >= 0) return;
  throw new InvalidArgument(`${name} is no offset: ${offset}`);
}

/** @param range with `last` 0 the head itself may be asked for: there is nothing there yet */
async function checkRange(
  driver: EventDriver,
  { threadId, offset, last }: { threadId: string; offset: number; last: 0 | 1 },
): Promise<void> {
  const head = await driver.head(threadId);
  if (offset > head - last) throw new OffsetOutOfRange({ threadId, offset, head });
}
