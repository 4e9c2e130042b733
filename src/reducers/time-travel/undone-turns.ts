import type { EventSource } from "../../events/event-source.js";
import { ForwardReplay } from "../forward-replay.js";
import type { Rollback } from "../spine.js";
import type { TurnMark } from "./turn-marks.js";
import type { TurnSpan } from "./turn-spans.js";

/** An event that took the newest turns from the ledger, where a foreign session rolled back. */
export interface UndoingEdit {
  readonly offset: number;
  readonly turns: number;
}

/**
 * Asks the states how many turns each foreign rollback took: which of the items that went had begun
 * one stands in the ledger alone. Reads the log again, and only when there was such a rollback.
 * @param marks those that survive
 */
export async function findUndoingEdits(
  source: EventSource,
  marks: readonly TurnMark[],
  to: number | undefined,
): Promise<readonly UndoingEdit[]> {
  const asked = new Set(marks.filter(mayUndo).map(({ offset }) => offset));
  const edits: UndoingEdit[] = [];
  if (asked.size === 0) return edits;
  const forward = new ForwardReplay(source);
  for await (const event of source.read(to === undefined ? {} : { from: 0, to })) {
    const before = forward.state.turns.userTurns;
    const reading = forward.take(event);
    if (reading !== undefined) await reading;
    const turns = before - forward.state.turns.userTurns;
    if (turns > 0 && asked.has(event.offset)) edits.push({ offset: event.offset, turns });
  }
  return edits;
}

/** The turns that are gone, and for each edit the rollback that it stands for. */
export function undoneSpans(
  spans: readonly TurnSpan[],
  edits: readonly UndoingEdit[],
): { readonly undone: ReadonlySet<TurnSpan>; readonly rollbacks: readonly Rollback[] } {
  const undone = new Set<TurnSpan>();
  const rollbacks: Rollback[] = [];
  for (const { offset, turns } of edits) {
    const gone = spans
      .filter((span) => (span.boundaryOffset ?? offset) < offset && !undone.has(span))
      .slice(-turns);
    for (const span of gone) undone.add(span);
    if (gone[0] !== undefined) rollbacks.push({ offset, to: gone[0].fromOffset - 1 });
  }
  return { undone, rollbacks };
}

function mayUndo(mark: TurnMark): boolean {
  return mark.kind === "edit" && mark.mayUndo;
}
