import type { EventSource } from "../events/event-source.js";
import type { RefoldEvent } from "../events/event.js";
import type { HistoryCompacted } from "../events/history-compacted.js";
import type { CheckpointRest } from "../events/slices.js";
import { checkpointAt } from "./checkpoint.js";
import { factsOf, foldFacts, isOwnFactFolded } from "./fold-event.js";
import { readThreadInfo } from "./pointed-facts.js";
import { initialState } from "./reduce.js";
import type { ThreadState } from "./thread-state.js";

/** A checkpoint that a reader from the end can begin with. */
export interface CheckpointBase {
  readonly event: RefoldEvent;
  /** Which of the event's facts it is, in folding order. */
  readonly factIndex: number;
  readonly data: HistoryCompacted["data"];
  readonly rest: CheckpointRest;
}

/** The last checkpoint of an event that can stand for everything before it; null: there is none. */
export function findBase(event: RefoldEvent): CheckpointBase | null {
  const facts = factsOf(event);
  const skipped = isOwnFactFolded(event) ? -1 : 0;
  for (let factIndex = facts.length - 1; factIndex > skipped; factIndex--) {
    const fact = facts[factIndex];
    if (fact?.type !== "history.compacted") continue;
    const { data } = fact;
    if (data.rest !== undefined && data.replacement !== null) {
      return { event, factIndex, data, rest: data.rest };
    }
  }
  return null;
}

/** The state right behind a checkpoint, `log` apart; texts are read where the checkpoint points. */
export async function stateAtBase(source: EventSource, base: CheckpointBase): Promise<ThreadState> {
  const { event, factIndex, data, rest } = base;
  const range = { start: factIndex, end: factIndex + 1 };
  return {
    ...initialState,
    ledger: foldFacts(initialState, event, range).ledger,
    baseline: rest.baseline,
    checkpoint: checkpointAt(event.offset, data, rest.previousCheckpoint),
    usage: rest.usage,
    turns: rest.turns,
    thread: await readThreadInfo(source, rest.thread),
  };
}
