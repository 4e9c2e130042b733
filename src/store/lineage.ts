import { offsetOutOfRange, forkParentMissing } from "./errors.js";
import { invalidArgument, isRefoldError, RefoldError, type ForkPlace } from "../errors.js";
import type { LogEvent } from "../events/event.js";
import { isUlid, invalidId } from "../events/ids.js";
import type { ForkPoint } from "../events/thread.js";
import type {
  BackwardOptions,
  EventDriver,
  EventStore,
  FollowOptions,
  OwnLines,
  OwnRange,
  ReadOptions,
} from "./event-store.js";
import { beginsLog, type ForkEntry, forkPoint, forksFirst } from "./fork-thread.js";

/**
 * Makes a driver, which holds own events only, a store that reads through the ancestors of forks. A
 * fork's parent is checked whenever the fork is read, and no thread is deleted that others refer to.
 */
export function withLineage(driver: EventDriver): EventStore {
  const { keepState } = driver;
  return {
    ...(keepState && { keepState }),
    append: (threadId, expectedHead, events) =>
      isUlid(threadId)
        ? driver.append(threadId, expectedHead, events) // as it is: a promise around it is work
        : Promise.reject(invalidId(threadId)),
    appendLines: async (threadId, expectedHead, lines) =>
      driver.appendLines(checkId(threadId), expectedHead, lines),
    readLines(threadId, from) {
      if (from !== undefined) checkOffset("from", from);
      return driver.readLines(checkId(threadId), from);
    },
    lineage: (threadId) => lineage(driver, threadId),
    read: (threadId, options) => eventsOfRuns(read(driver, threadId, options)),
    readRuns: (threadId, options) => read(driver, threadId, options),
    readBackward: (threadId, options) => eventsOfRuns(readBackward(driver, threadId, options)),
    source(threadId) {
      return {
        read: (range) => this.read(threadId, range),
        readRuns: (range) => this.readRuns(threadId, range),
        readBackward: (options) => this.readBackward(threadId, options),
      };
    },
    has: async (threadId) => driver.has(checkId(threadId)),
    head: async (threadId) => driver.head(checkId(threadId)),
    list: () => driver.list(),
    delete: async (threadIds, onDeleted = () => undefined) => {
      const ids = [threadIds].flat().map(checkId);
      await driver.remove(forksFirst(ids, await forksOf(driver, ids)), onDeleted);
    },
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
  for (const segment of await resolveSegments(driver, threadId, from)) {
    const range = { from: Math.max(from, segment.from), to: Math.min(to, segment.to) };
    if (range.from > range.to) continue;
    const runs = driver.readRuns(segment.threadId, { ...options, ...range });
    for await (const run of runs) yield run; // `yield*` would wait for each three times
  }
}

async function* readBackward(
  driver: EventDriver,
  threadId: string,
  { onSegment, ...options }: BackwardOptions = {},
): AsyncGenerator<readonly LogEvent[], void, undefined> {
  const { from = Infinity } = options;
  checkId(threadId);
  if (from !== Infinity) {
    checkOffset("from", from);
    await checkRange(driver, { threadId, offset: from, last: 1 });
  }
  for await (const segment of segmentsBackward(driver, threadId)) {
    if (from < segment.from) continue;
    const last = Math.min(from, segment.to);
    const own = last === Infinity ? options : { ...options, from: last };
    onSegment?.({ from: segment.from, states: () => driver.keptStates?.(segment.threadId) ?? [] });
    for await (const run of driver.readRunsBackward(segment.threadId, own)) {
      // A thread that is detached meanwhile holds its ancestors' events too.
      const isOwn = (run.at(-1)?.offset ?? 0) >= segment.from;
      yield isOwn ? run : run.filter(({ offset }) => offset >= segment.from);
      if (!isOwn) break;
    }
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
  const segments = await resolveSegments(driver, threadId, from);
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

async function lineage(driver: EventDriver, threadId: string): Promise<readonly OwnLines[]> {
  await resolveSegments(driver, checkId(threadId), 0); // checks each fork point
  const threads: OwnLines[] = [];
  for (let id: string | undefined = threadId; id !== undefined;) {
    const first = await driver.first(id);
    threads.push({ threadId: id, from: first.offset });
    id = first.offset === 0 ? undefined : forkPoint(first)?.threadId;
  }
  return threads.reverse();
}

/** @throws {RefoldError} `thread-has-forks`: other threads refer to lines of this one */
export async function refuseWithForks(
  driver: Pick<EventDriver, "list" | "forksOf">,
  threadId: string,
): Promise<void> {
  forksFirst([threadId], await forksOf(driver, [threadId]));
}

/** Threads that left one of these, among others; all are listed once where the driver knows no forks. */
async function forksOf(
  driver: Pick<EventDriver, "list" | "forksOf">,
  threadIds: readonly string[],
): Promise<readonly ForkEntry[]> {
  const forks: ForkEntry[] = [];
  if (driver.forksOf === undefined) {
    for await (const entry of driver.list()) forks.push(entry);
    return forks;
  }
  for (const threadId of threadIds) {
    for (const fork of await driver.forksOf(threadId)) {
      forks.push({ threadId: fork, forkedFrom: { threadId } });
    }
  }
  return forks;
}

async function detach(driver: EventDriver, threadId: string): Promise<void> {
  const segments = await resolveSegments(driver, checkId(threadId), 0);
  const prefix = segments.slice(0, -1);
  if (prefix.length > 0) await driver.adoptPrefix(threadId, prefix);
}

function checkId(threadId: string): string {
  if (!isUlid(threadId)) throw invalidId(threadId);
  return threadId;
}

function checkOffset(name: string, offset: number): void {
  if (Number.isSafeInteger(offset) && offset >= 0) return;
  throw invalidArgument(`${name} is no offset: ${offset}`);
}

/** @param range with `last` 0 the head itself may be asked for: there is nothing there yet */
async function checkRange(
  driver: EventDriver,
  { threadId, offset, last }: { threadId: string; offset: number; last: 0 | 1 },
): Promise<void> {
  const head = await driver.head(threadId);
  if (offset > head - last) throw offsetOutOfRange({ threadId, offset, head });
}

/** Damage and newer events are told of where events are read; here places are looked for. */
const atAllCosts: ReadOptions = { onDamage: () => undefined, newer: "ignore" };

interface Fork {
  readonly threadId: string;
  readonly from: ForkPoint;
}

/**
 * The segments of a thread that hold its events from an offset on, oldest first; the last is its own
 * and goes on to its head (`to` is Infinity).
 */
async function resolveSegments(
  driver: EventDriver,
  threadId: string,
  from: number,
): Promise<OwnRange[]> {
  const segments: OwnRange[] = [];
  for await (const segment of segmentsBackward(driver, threadId)) {
    segments.push(segment);
    if (segment.from <= from) break;
  }
  return segments.reverse();
}

/**
 * The stretches of own events that make up a thread, newest first. The event at each fork point is held
 * to what the fork recorded before the fork's segment is given; the ancestors behind are looked at when
 * they are asked for, so that what reads a fork's own events costs the same however deep it is.
 *
 * @throws {RefoldError} `thread-not-found`: there is no such thread
 * @throws {RefoldError} `fork-parent-missing`, `fork-parent-changed`
 */
async function* segmentsBackward(
  driver: EventDriver,
  threadId: string,
): AsyncGenerator<OwnRange, void, undefined> {
  const visited = new Set<string>();
  let holder = { threadId, to: Infinity };
  let fork: Fork | undefined;
  let checked: OwnRange | undefined;
  for (;;) {
    const first = await firstEvent(driver, holder.threadId, fork);
    visited.add(holder.threadId);
    // A fork of a fork may leave at an offset that its parent only refers to.
    const isHeld = first.offset <= holder.to;
    if (isHeld) {
      if (fork !== undefined) await checkForkPoint(driver, holder.threadId, fork);
      if (checked !== undefined) yield checked;
      // Where a log's first lines are lost, whoever reads it from its beginning is told.
      checked = { ...holder, from: beginsLog(first) ? first.offset : 0 };
    }
    const from = first.offset > 0 && beginsLog(first) ? forkPoint(first) : undefined;
    if (from === undefined) {
      if (!isHeld && fork !== undefined) throw forkParentMissing(placeOf(fork));
      if (checked !== undefined) yield checked;
      return;
    }
    if (isHeld) fork = { threadId: holder.threadId, from };
    if (visited.has(from.threadId)) {
      throw forkParentChanged(placeOf(fork ?? { threadId, from }));
    }
    holder = { threadId: from.threadId, to: isHeld ? from.offset : holder.to };
  }
}

async function firstEvent(
  driver: EventDriver,
  threadId: string,
  fork: Fork | undefined,
): Promise<LogEvent> {
  try {
    return await driver.first(threadId);
  } catch (error) {
    if (fork === undefined || !isRefoldError(error, "thread-not-found")) throw error;
    throw forkParentMissing(placeOf(fork), { cause: error });
  }
}

async function checkForkPoint(driver: EventDriver, holderId: string, fork: Fork): Promise<void> {
  const { offset, id, sum } = fork.from;
  if ((await driver.holds?.(holderId, fork.from)) === true) return;
  const range = { ...atAllCosts, from: offset, to: offset };
  for await (const [event] of driver.readRuns(holderId, range)) {
    if (event?.id === id && event.sum === sum) return;
    throw forkParentChanged(placeOf(fork));
  }
  throw forkParentMissing(placeOf(fork));
}

function placeOf({ threadId, from }: Fork) {
  return { threadId, parentId: from.threadId, offset: from.offset };
}

/**
 * The events of runs, one at a time. By hand, because an async generator takes several turns of the
 * microtask queue for each event, which would cost a full reading a tenth of its time. For one
 * consumer that asks for the next event when it has the last.
 */
export function eventsOfRuns(
  runs: AsyncIterable<readonly LogEvent[]>,
): AsyncIterableIterator<LogEvent, undefined> {
  const source = runs[Symbol.asyncIterator]();
  let run: readonly LogEvent[] = [];
  let index = 0;

  async function nextOfNextRun(): Promise<IteratorResult<LogEvent, undefined>> {
    for (;;) {
      const next = await source.next();
      if (next.done === true) return { value: undefined, done: true };
      run = next.value;
      index = 1;
      if (run[0] !== undefined) return { value: run[0], done: false };
    }
  }

  return {
    next() {
      const value = run[index];
      if (value === undefined) return nextOfNextRun();
      index += 1;
      return Promise.resolve({ value, done: false });
    },
    async return() {
      run = [];
      await source.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function forkParentChanged(fork: ForkPlace): RefoldError<"fork-parent-changed"> {
  return new RefoldError("fork-parent-changed", fork, {
    message:
      `thread ${fork.threadId} left thread ${fork.parentId} at offset ${fork.offset}, ` +
      `where another event stands now`,
    remedy: "bring the parent's rollout back as it was",
  });
}
