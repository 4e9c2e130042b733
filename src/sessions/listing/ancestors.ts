import { isRefoldError } from "../../errors.js";
import { FirstWords } from "../../projections/title.js";
import { isDatabaseFailure } from "../../store/errors.js";
import type { EventStore, ReadOptions } from "../../store/event-store.js";
import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import type { ForkPoint } from "../../events/thread.js";
import { resumeFromKnown } from "../../reducers/resume.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { forkPoint } from "../../store/fork-thread.js";

/** Where a thread left its parent; undefined: it refers to none. */
export type ParentOf = (threadId: string) => Parent | undefined;
export type Parent = Pick<ForkPoint, "threadId" | "offset">;

/** The title that a thread's words give, and by which events. */
interface Said {
  readonly title: string | null;
  /** What it was first, and the offset of the event that gave it; Infinity: none did. */
  readonly spare: string | null;
  readonly spareAt: number;
  /** From there on nothing changes it. */
  readonly foundAt: number;
}

/** The titles that words give to threads. What an ancestor of several forks says is read once. */
export class ForkWords {
  readonly #said = new Map<string, Said>();

  constructor(
    private readonly store: EventStore,
    private readonly parentOf: ParentOf,
  ) {}

  /** @returns null: nobody said anything */
  async titleOf(threadId: string, options: ReadOptions): Promise<string | null> {
    for (const { id, from } of this.#unread(threadId).reverse()) {
      if (id === threadId) return (await this.#read(id, from, options)).title;
      await this.#readAncestor(id, from, options);
    }
    return this.#said.get(threadId)?.title ?? null;
  }

  /** A thread and its ancestors, up to the first that was read. */
  #unread(threadId: string) {
    const unread = new Map<string, { readonly id: string; readonly from: Parent | undefined }>();
    let id: string | undefined = threadId;
    while (id !== undefined && !this.#said.has(id) && !unread.has(id)) {
      const from = this.parentOf(id);
      unread.set(id, { id, from });
      id = from?.threadId;
    }
    return [...unread.values()];
  }

  /** What is wrong after the fork is not the fork's problem: whoever it belongs to reads it all. */
  async #readAncestor(id: string, from: Parent | undefined, options: ReadOptions) {
    try {
      await this.#read(id, from, { ...options, onDamage: () => undefined });
    } catch (error) {
      if (!isRefoldError(error) || isDatabaseFailure(error)) throw error;
    }
  }

  async #read(id: string, from: Parent | undefined, options: ReadOptions): Promise<Said> {
    const before = from && this.#said.get(from.threadId);
    if (from !== undefined && before !== undefined && before.foundAt <= from.offset) {
      this.#said.set(id, before);
      return before;
    }
    const isSpare = from !== undefined && before !== undefined && before.spareAt <= from.offset;
    let { spare, spareAt } = isSpare ? before : NOTHING_SAID;
    let foundAt = Infinity;
    const words = new FirstWords(spare);
    const own = before === undefined || from === undefined ? {} : { from: from.offset + 1 };
    const reading = noticingDamage({ ...options, ...own });
    for await (const event of this.store.read(id, reading.options)) {
      words.takeEvent(event);
      if (spare === null && words.title !== null) [spare, spareAt] = [words.title, event.offset];
      if (words.isFound) foundAt = event.offset;
      if (words.isFound) break;
    }
    const said = { title: words.title, spare, spareAt, foundAt };
    if (!reading.isDamaged()) this.#said.set(id, said);
    return said;
  }
}

const NOTHING_SAID = { spare: null, spareAt: Infinity };

/** How much the states may hold on to that are kept for forks still to come, in bytes of items. */
const MOST_BYTES = 100_000_000;
/** What a state takes beside items. */
const STATE_BYTES = 1_000;

interface KeptState {
  /** The last event that a fork shares with its parent. */
  readonly event: LogEvent;
  readonly state: ThreadState;
  /** What it holds on to that the kept state before it does not. */
  readonly bytes: number;
}

/**
 * The states at which forks left their parents, found while one of them is resumed: whatever else goes
 * through there is resumed from there, so that a chain of forks costs what its events cost. The least
 * recently used go first.
 */
export class ForkStates {
  readonly #kept = new Map<string, KeptState>();
  #bytes = 0;

  /**
   * The state at the end of a thread, as `resumeState` gives it.
   * @param isDamaged whether damage was met: what was found on the way is then not kept, so that
   *   every thread with it is told to have it
   */
  async resume(source: EventSource, isDamaged: () => boolean): Promise<ThreadState> {
    const found: KeptState[] = [];
    let base: ThreadState | undefined;
    let before: Omit<KeptState, "bytes"> | undefined;
    const state = await resumeFromKnown(source, {
      at: (event) => (base = this.#at(event)),
      note: (event, state) => {
        if (before !== undefined && forkPoint(event)?.id === before.event.id) {
          found.push({ ...before, bytes: bytesSince(base, before.state) });
          base = before.state;
        }
        before = { event, state };
      },
    });
    if (!isDamaged()) for (const each of found) this.#keep(each);
    return state;
  }

  #at({ id, offset, sum }: LogEvent): ThreadState | undefined {
    const kept = this.#kept.get(id);
    if (kept?.event.offset !== offset || kept.event.sum !== sum) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept.state;
  }

  #keep(kept: KeptState): void {
    if (this.#kept.has(kept.event.id)) return;
    this.#kept.set(kept.event.id, kept);
    this.#bytes += kept.bytes;
    for (const [id, { bytes }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#kept.delete(id);
      this.#bytes -= bytes;
    }
  }
}

function bytesSince(before: ThreadState | undefined, { ledger }: ThreadState): number {
  return STATE_BYTES + Math.max(0, ledger.countedBytes - (before?.ledger.countedBytes ?? 0));
}

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
    const reading = noticingDamage(options);
    const events = kept() ?? (await eventsOf(this.store, holder, reading.options));
    const known = reading.isDamaged() ? [] : forks;
    for (const fork of known) this.#kept.set(`${fork} ${from} ${to}`, events);
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

/** The same, telling whether there was damage: what was read is then not kept, so that every thread with it is told. */
function noticingDamage(options: ReadOptions) {
  let isDamaged = false;
  const onDamage: ReadOptions["onDamage"] = (damage) => {
    isDamaged = true;
    options.onDamage?.(damage);
  };
  return { options: { ...options, onDamage }, isDamaged: () => isDamaged };
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
