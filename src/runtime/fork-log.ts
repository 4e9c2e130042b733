import { withEntries } from "../reducers/ledger.js";
import { foldEvent } from "../reducers/reduce.js";
import { resumeState, stateAt } from "../reducers/resume.js";
import { SharedSequence } from "../reducers/sequence.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { type ForkRequest, forkTarget } from "../reducers/travel-targets.js";
import { offsetConflict } from "../store/errors.js";
import { forkPointAt, forkThread } from "../store/fork-thread.js";
import { newId } from "./new-id.js";
import { type LogOptions, SYSTEM_CLOCK, ThreadLog } from "./thread-log.js";
import { abortLeftTurn } from "./turn.js";

/** Where a fork leaves its thread, and what it is called. */
export type ForkPlan = ForkRequest & { readonly title?: string };

/**
 * Forks the thread of a log, by default at its newest offset: a state that its writer has costs nothing.
 * @throws as `forkTarget`
 * @throws {RefoldError} `offset-conflict`: somebody else has written to the thread
 */
export async function forkLog(log: ThreadLog, plan?: ForkPlan): Promise<ThreadLog> {
  const { threadId, store, clock } = log;
  const source = store.source(threadId);
  const { state, isAsWritten } = await log.exclusively(() => checkHead(log));
  const newest = state.log.head - 1;
  const offset = plan === undefined ? newest : await forkTarget({ source, state }, plan);
  const stateThere = async (at: number): Promise<ThreadState> => {
    if (!isAsWritten) return stateAt(source, at);
    return withoutNewer(at === newest ? state : await log.stateAt(at));
  };
  const title = plan?.title;
  const fork = await forkAt({ parentId: threadId, offset, title, stateThere }, { store, clock });
  if (isAsWritten && offset === newest) fork.takePrompts(log);
  return fork;
}

/** What the log's writer knows, and whether it is what is stored: its newest event stands for all before it. */
async function checkHead(log: ThreadLog) {
  const { threadId, state, newestId, store } = log;
  const { head } = state.log;
  for await (const { offset, id } of store.readBackward(threadId, { newer: "ignore" })) {
    if (offset === head - 1) return { state, isAsWritten: id === newestId };
    throw offsetConflict({ threadId, expected: head, actual: offset + 1 });
  }
  throw offsetConflict({ threadId, expected: head, actual: 0 });
}

/** The parent may be dropped: its fork holds on to no more of it than both have. */
function withoutNewer(state: ThreadState): ThreadState {
  return withEntries(state, SharedSequence.alone(state.ledger.entries));
}

interface ForkPlace {
  readonly parentId: string;
  readonly offset: number;
  readonly title: string | undefined;
}

/**
 * Forks a thread. A turn that ran at that place ends in the fork as aborted.
 * @param stateThere the parent's state at an offset
 * @returns the fork's log
 * @throws what reading the parent throws; then nothing was written
 */
export async function forkAt(
  place: ForkPlace & { readonly stateThere: (offset: number) => Promise<ThreadState> },
  options: LogOptions,
): Promise<ThreadLog> {
  const { parentId, offset, stateThere } = place;
  const { sum } = await forkPointAt(options.store, parentId, offset);
  const state = await stateThere(offset); // before anything is written: who reads it may meet damage
  const log = await writeFork({ ...place, sum, state }, options);
  await abortLeftTurn(log);
  return log;
}

interface NewFork extends ForkPlace {
  /** Default: a new one. */
  readonly threadId?: string;
  /** The parent's, at the offset. */
  readonly state: ThreadState;
  /** Of the event whose state it is; where another one stands there now, the state is read. Absent: it is known to stand. */
  readonly sum?: string;
}

/** Writes a fork as it stands at its fork point: a turn that runs there runs on. @returns the fork's log */
export async function writeFork(
  { parentId, offset, title, state, sum, ...given }: NewFork,
  options: LogOptions,
): Promise<ThreadLog> {
  const { store, clock = SYSTEM_CLOCK } = options;
  const now = clock.now();
  const { threadId = newId(now) } = given;
  const at = new Date(now).toISOString();
  const forked = await forkThread(store, {
    ...{ parentId, offset, threadId, eventId: newId(now), at },
    ...(title !== undefined && { title }),
  });
  const isOther = sum !== undefined && forked.data.from.sum !== sum; // the parent was replaced meanwhile
  const known = isOther ? await resumeState(store.source(threadId)) : foldEvent(state, forked);
  return new ThreadLog({ threadId, state: known, newestId: forked.id }, options);
}
