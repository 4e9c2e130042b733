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
    const rollback = discardingRollback(event);
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
  "history.rolled-back", // one that discards nothing
]);

function isChange({ type, derived = [] }: LogEvent): boolean {
  return [type, ...derived.map((fact) => fact.type)].some((each) => !NO_CHANGES.has(each));
}

/** The rollback that an event is; a foreign one may discard nothing, and then there is none to redo. */
function discardingRollback(event: LogEvent): Rollback | null {
  const rollback = rollbackIn(event);
  return rollback !== null && rollback.to < rollback.offset - 1 ? rollback : null;
}

/** A redo goes to just before a rollback that counted until then. */
async function isRedo(source: EventSource, { offset, to }: Rollback): Promise<boolean> {
  if (!(await isRollbackAt(source, to + 1))) return false;
  for await (const event of readSpineBackward(source, offset - 1)) {
    if (event.offset <= to + 1) return event.offset === to + 1;
  }
  return false;
}

async function isRollbackAt(source: EventSource, offset: number): Promise<boolean> {
  for await (const event of source.read({ from: offset, to: offset })) {
    return discardingRollback(event) !== null && event.offset === offset;
  }
  return false;
}
