import { offsetOutOfRange, threadHasForks } from "./errors.js";
import { RefoldError } from "../errors.js";
import type { EventOf, LogEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import { type ForkPoint, ThreadForked } from "../events/thread.js";
import type { EventStore, ThreadEntry } from "./event-store.js";

interface ForkOptions {
  readonly parentId: string;
  /** The parent's last event that the fork shares; rolled back or not. */
  readonly offset: number;
  /** The new thread's id. */
  readonly threadId: string;
  /** Id and time of the fork's first own event. */
  readonly eventId: string;
  readonly at: string;
  readonly title?: string;
}

/**
 * Forks a thread by reference: the parent is made durable up to the fork point, and one event is
 * written, whatever the parent's length.
 *
 * @returns the fork's first own event, at `offset + 1`
 * @throws {RefoldError} `offset-out-of-range`: the parent has no such offset
 * @throws {RefoldError} `thread-exists`: `threadId` is taken
 */
export async function forkThread(
  store: EventStore,
  options: ForkOptions,
): Promise<EventOf<"thread.forked">> {
  const { parentId, offset, threadId, eventId, at, title } = options;
  const from = await forkPointAt(store, parentId, offset);
  if (await store.has(threadId)) throw threadExists(threadId);
  await store.sync(parentId);
  const event: EventOf<"thread.forked"> = {
    offset: offset + 1,
    id: eventId,
    at,
    type: "thread.forked",
    data: { threadId, from, ...(title !== undefined && { title }) },
  };
  await store.append(threadId, event.offset, [event]);
  return event;
}

/**
 * What a fork at an offset names of its parent.
 * @throws {RefoldError} `offset-out-of-range`: the parent has no such offset
 */
export async function forkPointAt(
  store: EventStore,
  threadId: string,
  offset: number,
): Promise<ForkPoint> {
  for await (const { id, sum } of store.read(threadId, { from: offset, to: offset })) {
    if (sum !== undefined) return { threadId, offset, id, sum };
  }
  throw offsetOutOfRange({ threadId, offset, head: await store.head(threadId) });
}

/** Where a `thread.forked` says that it left its parent; undefined for any other event. */
export function forkPoint(event: LogEvent): ForkPoint | undefined {
  // What zod prepares to parse a schema takes longer than reading a short thread.
  if (isKnownEvent(event)) return event.type === "thread.forked" ? event.data.from : undefined;
  return event.type === "thread.forked" ? ThreadForked.safeParse(event).data?.data.from : undefined;
}

/** The same as a list tells it; null: the thread is no fork. @param first the thread's first own event */
export function forkedFrom(first: LogEvent): ThreadEntry["forkedFrom"] {
  const from = forkPoint(first);
  return from === undefined ? null : { threadId: from.threadId, offset: from.offset };
}

/** Whether a log of own events may begin with this one. */
export function beginsLog(event: LogEvent): boolean {
  return event.offset === 0 || forkPoint(event)?.offset === event.offset - 1;
}

export function threadExists(threadId: string): RefoldError<"thread-exists"> {
  const message = `thread ${threadId} exists already`;
  return new RefoldError("thread-exists", { threadId }, { message });
}

/** A thread, and where it comes from. */
export interface ForkEntry extends Pick<ThreadEntry, "threadId"> {
  readonly forkedFrom: { readonly threadId: string } | null;
}

/** The forks of each thread that has some, by its id. */
export function forksByParent<Fork extends ForkEntry>(
  entries: Iterable<Fork>,
): ReadonlyMap<string, readonly Fork[]> {
  const forks = new Map<string, Fork[]>();
  for (const entry of entries) {
    if (entry.forkedFrom === null) continue;
    const { threadId } = entry.forkedFrom;
    const known = forks.get(threadId);
    if (known === undefined) forks.set(threadId, [entry]);
    else known.push(entry);
  }
  return forks;
}

/**
 * Threads in an order in which each can be deleted: its forks are before it.
 * @param entries of all threads
 * @throws {RefoldError} `thread-has-forks`: some forks of one are not among them
 */
export function forksFirst(
  threadIds: Iterable<string>,
  entries: Iterable<ForkEntry>,
): readonly string[] {
  const forks = forksByParent(entries);
  const chosen = new Set(threadIds);
  const ordered = new Set<string>();
  for (const threadId of chosen) {
    // Each before its forks, turned round. Not by recursion: a chain of forks may be deeper than the stack.
    const family = new Set<string>();
    const open = [threadId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (ordered.has(id) || family.has(id)) continue;
      family.add(id);
      const own = (forks.get(id) ?? []).map((fork) => fork.threadId);
      const staying = own.filter((fork) => !chosen.has(fork));
      if (staying.length > 0) throw threadHasForks(id, staying);
      for (const fork of own) open.push(fork);
    }
    for (const id of [...family].reverse()) ordered.add(id);
  }
  return [...ordered];
}
