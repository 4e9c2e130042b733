import { readSpineBackward } from "../spine-reader.js";
import type { TravelledThread } from "./newest-turns.js";
import { NothingToUndo } from "./nothing-to-undo.js";
import { planRollback, rollbackTarget } from "./rollback-target.js";
import type { RollbackPlan } from "./rollback-target.js";
import { TurnRunning } from "./turn-running.js";
import { turnMarks } from "./turn-marks.js";
import type { TurnMark } from "./turn-marks.js";

/**
 * Goes back to before the newest change that survives. A change is a turn, with all that happened in
 * it, or an edit of the history outside of any turn (a compaction by hand, trimming, clearing). So
 * undoing again goes further back, past what earlier rollbacks discarded.
 * @throws {TurnRunning} a turn runs
 * @throws {NothingToUndo} no turn and no edit is left
 */
export async function undoTarget(thread: TravelledThread): Promise<RollbackPlan> {
  const { turns } = thread.state;
  if (turns.running !== null) throw new TurnRunning(turns.running);
  const change = await newestChange(thread);
  if (change === "none") throw new NothingToUndo();
  if (change !== "user-turn") return planRollback(thread, { to: change - 1, turns: null });
  const plan = await rollbackTarget(thread, { turns: 1 });
  if (plan.kind === "nothing") throw new NothingToUndo();
  return plan;
}

/** A user turn; or the offset at which an edit, or a turn without a user that edited, began. */
type Change = "user-turn" | "none" | number;

async function newestChange({ source, state }: TravelledThread): Promise<Change> {
  if (state.log.head === 0) return "none";
  const finder = new ChangeFinder(state.turns.newestCounted !== undefined);
  for await (const event of readSpineBackward(source, state.log.head - 1)) {
    for (const mark of turnMarks(event).toReversed()) {
      const change = finder.meet(mark);
      if (change !== null) return change;
    }
  }
  return finder.finish();
}

/** Meets the marks newest first. */
class ChangeFinder {
  #hasBoundary = false;
  #edit: number | null = null;
  constructor(private readonly hasLifecycle: boolean) {}

  meet(mark: TurnMark): Change | null {
    switch (mark.kind) {
      case "boundary":
        this.#hasBoundary = true;
        return this.hasLifecycle ? null : this.finish();
      case "edit":
        if (!this.#hasBoundary) this.#edit ??= mark.offset;
        return null;
      case "end": // what was edited behind it was edited outside of any turn
        return this.#hasBoundary ? null : this.#edit;
      case "start":
        if (this.#hasBoundary) return "user-turn";
        return this.#edit === null ? null : mark.offset;
      case "context":
      case "item":
        return null;
    }
  }

  finish(): Change {
    return this.#edit ?? (this.#hasBoundary ? "user-turn" : "none");
  }
}
