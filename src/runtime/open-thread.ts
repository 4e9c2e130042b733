import { invalidArgument } from "../errors.js";
import type { Fact, LogEvent } from "../events/event.js";
import { initialState } from "../reducers/reduce.js";
import { resumeFromKnown, resumeState, stateAt } from "../reducers/resume.js";
import { forkTarget, offsetIn } from "../reducers/travel-targets.js";
import type { EventStore } from "../store/event-store.js";
import { forkAt, type ForkPlan } from "./fork-log.js";
import { fragmentRegistry, type FragmentRegistry } from "./fragments/registry.js";
import { newId } from "./new-id.js";
import { type Clock, type LogOptions, SYSTEM_CLOCK, ThreadLog } from "./thread-log.js";
import { Thread } from "./thread.js";
import { abortLeftTurn } from "./turn.js";

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

/** Begins a thread. @throws {RefoldError} `offset-conflict`: there is one with that id already */
export async function openThread(options: RuntimeOptions, about: NewThread = {}): Promise<Thread> {
  checkStore(options);
  return drive(options, await beginLog(options, about));
}

/** The log of a new thread, with facts of its beginning in the same batch. */
export async function beginLog(
  options: LogOptions,
  about: { readonly [Name in keyof NewThread]?: NewThread[Name] | undefined },
  facts: readonly Fact[] = [],
): Promise<ThreadLog> {
  const { clock = SYSTEM_CLOCK } = options;
  const { threadId = newId(clock.now()), cwd = null, memoryMode = null, title = null } = about;
  const log = new ThreadLog({ threadId, state: initialState }, options);
  const source = { dialect: "refold", version: null };
  const data = { threadId, cwd, source, memoryMode, title };
  await log.commit(() => ({ facts: [{ type: "thread.started", data }, ...facts] }));
  return log;
}

/**
 * Goes on with a thread at the cost of its tail. A turn that was cut short by a crash is marked: the
 * model is told, and the turn ends as aborted.
 * @throws {RefoldError} `thread-not-found`
 * @throws {RefoldError} `lease-held`: another process writes to it
 */
export async function resumeThread(threadId: string, options: RuntimeOptions): Promise<Thread> {
  checkStore(options);
  const log = await openLog(threadId, options);
  await abortLeftTurn(log);
  return drive(options, log);
}

/**
 * Forks a thread by reference, at an offset or before a user turn (counted from 1), and drives the
 * fork. A turn that ran at that place ends in the fork as aborted.
 * @throws {RefoldError} `offset-out-of-range`
 * @throws {RefoldError} `no-such-turn`: there is no such place
 */
export async function forkThread(
  parentId: string,
  options: RuntimeOptions,
  where: ForkPlan,
): Promise<Thread> {
  checkStore(options);
  const { store } = options;
  const source = store.source(parentId);
  const offset =
    "at" in where
      ? offsetIn(await store.head(parentId), where.at)
      : await forkTarget({ source, state: await resumeState(source) }, where);
  const stateThere = (at: number) => stateAt(source, at);
  return drive(
    options,
    await forkAt({ parentId, offset, title: where.title, stateThere }, options),
  );
}

/** The log of a stored thread, at its head, without a word written. */
export async function openLog(threadId: string, options: LogOptions): Promise<ThreadLog> {
  let newestId: string | null = null;
  const at = ({ id }: LogEvent): undefined => void (newestId ??= id); // the newest is read first
  const source = options.store.source(threadId);
  const state = await resumeFromKnown(source, { at, note: () => undefined });
  return new ThreadLog({ threadId, state, newestId }, options);
}

function drive({ registry = fragmentRegistry() }: RuntimeOptions, log: ThreadLog): Thread {
  return new Thread(log, registry);
}

/** Of plain JavaScript: mostly forgotten. @throws {RefoldError} `invalid-argument` */
function checkStore({ store }: { readonly store?: Partial<EventStore> } = {}): void {
  if (typeof store?.append === "function") return;
  throw invalidArgument("threads need a store", "Give one: `{ store: jsonlStore() }`.");
}
