import { ulid } from "ulid";
import type { Fact } from "../events/event.js";
import { initialState } from "../reducers/reduce.js";
import { resumeState } from "../reducers/replay.js";
import type { EventStore } from "../store/event-store.js";
import { fragmentRegistry, type FragmentRegistry } from "./fragments/registry.js";
import { Thread } from "./thread.js";
import { ThreadLog, type Clock } from "./thread-log.js";
import { abortFacts, runningTotals } from "./turn.js";

/** Where threads live, and what they are driven with. */
export interface RuntimeOptions {
  /** Any store of the port; it stays the caller's to close. */
  readonly store: EventStore;
  /** Default: the built-in fragments. */
  readonly registry?: FragmentRegistry;
  /** Default: the system's. */
  readonly clock?: Clock;
}

export interface NewThread {
  /** Default: a new one. */
  readonly threadId?: string;
  readonly cwd?: string;
  readonly title?: string;
  readonly memoryMode?: string;
}

const SYSTEM_CLOCK: Clock = { now: () => Date.now() };

/** Begins a thread. @throws {OffsetConflict} there is one with that id already */
export async function openThread(options: RuntimeOptions, about: NewThread = {}): Promise<Thread> {
  const clock = options.clock ?? SYSTEM_CLOCK;
  const threadId = about.threadId ?? ulid(clock.now());
  const log = new ThreadLog({ threadId, store: options.store, state: initialState }, clock);
  const started: Fact = {
    type: "thread.started",
    data: {
      threadId,
      cwd: about.cwd ?? null,
      source: { dialect: "refold", version: null },
      memoryMode: about.memoryMode ?? null,
      title: about.title ?? null,
    },
  };
  await log.commit(() => ({ facts: [started] }));
  return drive(options, log, clock);
}

/**
 * Goes on with a thread at the cost of its tail. A turn that was cut short by a crash is marked: the
 * model is told, and the turn ends as aborted.
 * @throws {ThreadNotFound} @throws {LeaseHeld} another process writes to it
 */
export async function resumeThread(threadId: string, options: RuntimeOptions): Promise<Thread> {
  const { store } = options;
  const clock = options.clock ?? SYSTEM_CLOCK;
  const state = await resumeState({
    read: (range) => store.read(threadId, range),
    readBackward: (from) => store.readBackward(threadId, from),
  });
  const log = new ThreadLog({ threadId, store, state }, clock);
  await log.commit(({ turns, ...rest }) => {
    if (turns.running === null) return { facts: [] };
    const totals = runningTotals({ ...rest, turns });
    const ending = { reason: "interrupted", durationMs: null, totals };
    return { facts: abortFacts("interrupted", ending), turn: turns.running.turn };
  });
  return drive(options, log, clock);
}

function drive(options: RuntimeOptions, log: ThreadLog, clock: Clock): Thread {
  return new Thread({ log, clock, registry: options.registry ?? fragmentRegistry() });
}
