import { foldEvent } from "../reducers/reduce.js";
import { resumeState } from "../reducers/resume.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { type ForkRequest, forkTarget } from "../reducers/travel-targets.js";
import { forkPointAt, forkThread } from "../store/fork-thread.js";
import { newId } from "./new-id.js";
import { type LogOptions, SYSTEM_CLOCK, ThreadLog } from "./thread-log.js";
import { abortLeftTurn } from "./turn.js";

/** Where a fork leaves its thread, and what it is called. */
export type ForkPlan = ForkRequest & { readonly title?: string };

/**
 * Forks the thread of a log, by default at its newest offset: a state that its writer has costs nothing.
 * @throws as `forkTarget`
 */
export function forkLog(log: ThreadLog, plan?: ForkPlan): Promise<ThreadLog> {
  return log.exclusively(async () => {
    const { threadId, state, options } = log;
    const source = options.store.source(threadId);
    const offset =
      plan === undefined ? state.log.head - 1 : await forkTarget({ source, state }, plan);
    const stateThere = (at: number) => log.stateAt(at);
    const title = plan?.title;
    const fork = await forkAt({ parentId: threadId, offset, title, stateThere }, options);
    fork.takePrompts(log);
    return fork;
  });
}

interface ForkPoint {
  readonly parentId: string;
  readonly offset: number;
  readonly title: string | undefined;
  /** The parent's state at an offset. */
  readonly stateThere: (offset: number) => Promise<ThreadState>;
}

/** Forks a thread. A turn that ran at that place ends in the fork as aborted. @returns the fork's log */
export async function forkAt(
  { parentId, offset, title, stateThere }: ForkPoint,
  options: LogOptions,
): Promise<ThreadLog> {
  const { store, clock = SYSTEM_CLOCK } = options;
  const { sum } = await forkPointAt(store, parentId, offset);
  const state = await stateThere(offset); // before anything is written: there may be damage
  const now = clock.now();
  const threadId = newId(now);
  const at = new Date(now).toISOString();
  const forked = await forkThread(store, {
    ...{ parentId, offset, threadId, eventId: newId(now), at },
    ...(title !== undefined && { title }),
  });
  const isSame = forked.data.from.sum === sum; // else the parent was replaced meanwhile
  const known = isSame ? foldEvent(state, forked) : await resumeState(store.source(threadId));
  const log = new ThreadLog({ threadId, state: known }, options);
  await abortLeftTurn(log);
  return log;
}
