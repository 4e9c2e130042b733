import type { LogEvent } from "../../events/event.js";
import type { ForkPoint } from "../../events/thread.js";
import type { EventStore, ReadOptions } from "../../store/event-store.js";

/** Where a thread left its parent; undefined: it refers to none. */
export type ParentOf = (threadId: string) => Parent | undefined;
export type Parent = Pick<ForkPoint, "threadId" | "offset">;

/** A checkpoint points to single events, which are read together where they are near each other. */
const MOST_EVENTS = 64;

/**
 * What the checkpoints of forks point to in their ancestors, such as how the thread began. It is read once
 * for all forks: each of a chain would go through all of its ancestors for it.
 */
export class InheritedEvents {
  readonly #kept = new Map<string, readonly LogEvent[]>();

  constructor(
    private readonly store: EventStore,
    private readonly parentOf: ParentOf,
  ) {}

  /** As the store reads it. */
  async *read(threadId: string, options: ReadOptions): AsyncGenerator<LogEvent, void, undefined> {
    const { from = 0, to = Infinity } = options;
    if (to - from >= MOST_EVENTS || !this.#refersTo(threadId, to)) {
      yield* this.store.read(threadId, options);
      return;
    }
    const forks: string[] = [];
    let holder = threadId;
    const kept = (): readonly LogEvent[] | undefined => this.#kept.get(`${holder} ${from} ${to}`);
    while (kept() === undefined && this.#refersTo(holder, to)) {
      forks.push(holder);
      holder = await this.#holderOfForkPoint(holder);
    }
    let damages = 0;
    const onDamage: ReadOptions["onDamage"] = (damage) => {
      damages += 1;
      options.onDamage?.(damage);
    };
    const events = kept() ?? (await eventsOf(this.store, holder, { ...options, onDamage }));
    // Where there is damage, every thread is told to have it.
    for (const fork of damages > 0 ? [] : forks) this.#kept.set(`${fork} ${from} ${to}`, events);
    yield* events;
  }

  /** Whether an event of a thread is one of its ancestors'. */
  #refersTo(threadId: string, offset: number): boolean {
    const parent = this.parentOf(threadId);
    return parent !== undefined && offset <= parent.offset;
  }

  /** The ancestor that holds the last event that a fork shares, once the store found that event unchanged. */
  async #holderOfForkPoint(fork: string): Promise<string> {
    const parent = this.parentOf(fork);
    if (parent === undefined) return fork;
    const { offset } = parent;
    const around = { newer: "ignore", onDamage: () => undefined } as const;
    await eventsOf(this.store, fork, { ...around, from: offset, to: offset });
    let { threadId } = parent;
    while (this.#refersTo(threadId, offset)) {
      threadId = this.parentOf(threadId)?.threadId ?? threadId;
    }
    return threadId;
  }
}

async function eventsOf(
  store: EventStore,
  threadId: string,
  options: ReadOptions,
): Promise<readonly LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const event of store.read(threadId, options)) events.push(event);
  return events;
}
