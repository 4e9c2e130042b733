import type { ThreadState } from "../reducers/thread-state.js";
import { redoTarget, rollbackTarget, undoTarget } from "../reducers/travel-targets.js";
import type { NoRollback, RollbackPlan, RollbackRequest } from "../reducers/travel-targets.js";
import type { TravelledThread } from "../reducers/turn-list.js";
import type { ThreadLog } from "./thread-log.js";

/** Where a thread is to go: back, before its newest change, or to before its newest rollback. */
export type Travel = RollbackRequest | "undo" | "redo";

/** What was written, at which offset; or why nothing was. */
export type Travelled = (RollbackPlan & { readonly offset: number }) | NoRollback;

/**
 * Takes a thread to an earlier state by writing that it does; nothing is deleted. A turn that ran
 * there is ended, since nothing runs after a rollback.
 * @param seen `atRest` for a thread that nobody drives; whoever does drive it holds its lease
 * @throws {RefoldError} `turn-running`, `offset-out-of-range`, `nothing-to-undo`, `nothing-to-redo`,
 *   `lease-held`
 */
export function travel(
  log: ThreadLog,
  to: Travel,
  seen = (state: ThreadState): ThreadState => state,
): Promise<Travelled> {
  return log.exclusively(async (append) => {
    const source = log.store.source(log.threadId);
    const stateAt = (offset: number) => log.stateAt(offset);
    const plan = await planTravel({ source, state: seen(log.state), stateAt }, to);
    if (plan.kind === "nothing") return plan;
    const { rollback, closing } = plan;
    const facts = closing === null ? [rollback] : [rollback, closing.fact];
    const { events } = await append({ facts, turn: closing?.turn, base: plan.state });
    return { ...plan, offset: events[0]?.offset ?? log.state.log.head };
  });
}

/** A state in which no turn runs: one that was left open goes like one that ended. */
export function atRest(state: ThreadState): ThreadState {
  const { turns } = state;
  return turns.running === null ? state : { ...state, turns: { ...turns, running: null } };
}

function planTravel(thread: TravelledThread, to: Travel): Promise<RollbackPlan | NoRollback> {
  if (to === "undo") return undoTarget(thread);
  if (to === "redo") return redoTarget(thread);
  return rollbackTarget(thread, to);
}
