import type { EventSource } from "../../events/event-source.js";
import type { FactType, LogEvent } from "../../events/event.js";
import { rollbackIn } from "../replay-events.js";
import type { Rollback } from "../spine.js";
import { readSpineBackward } from "../spine-reader.js";
import type { TravelledThread } from "./newest-turns.js";
import { NothingToRedo } from "./nothing-to-redo.js";
import { planRollback } from "./rollback-target.js";
import type { RollbackPlan } from "./rollback-target.js";
import { TurnRunning } from "./turn-running.js";

/**
 * Takes the newest rollback back: a rollback to just before it. Rollbacks that were themselves redos
 * are passed over, so that redoing as often as one undid brings everything back. As in an editor,
 * a change after the rollback ends it: redoing would discard that change without asking.
 * @throws {TurnRunning} a turn runs
 * @throws {NothingToRedo} nothing was rolled back, or the thread changed since
 */
export async function redoTarget(thread: TravelledThread): Promise<RollbackPlan> {
  const { source, state } = thread;
  if (state.turns.running !== null) throw new TurnRunning(state.turns.running);
  if (state.log.head === 0) throw new NothingToRedo(null);
  for await (const event of readSpineBackward(source, state.log.head - 1)) {
    const rollback = rollbackIn(event);
    if (rollback === null) {
      if (isChange(event)) throw new NothingToRedo(event.offset);
    } else if (!(await isRedo(source, rollback))) {
      return planRollback(thread, { to: rollback.offset - 1, turns: null });
    }
  }
  throw new NothingToRedo(null);
}

/** Facts that may follow a rollback and leave it the newest change. */
const NO_CHANGES: ReadonlySet<string> = new Set<FactType>([
  "thread.started",
  "thread.forked",
  "turn.completed",
  "turn.aborted",
  "request.sent",
  "usage.reported",
  "snapshot.taken",
  "snapshot.restored",
  "notice.logged",
  "foreign.kept",
]);

function isChange({ type, derived = [] }: LogEvent): boolean {
  return [type, ...derived.map((fact) => fact.type)].some((each) => !NO_CHANGES.has(each));
}

/** A redo goes to just before a rollback. */
async function isRedo(source: EventSource, { to }: Rollback): Promise<boolean> {
  for await (const event of source.read({ from: to + 1, to: to + 1 })) {
    return rollbackIn(event) !== null && event.offset === to + 1;
  }
  return false;
}
