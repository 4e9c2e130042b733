import { reduceBaseline } from "./baseline.js";
import { reduceCheckpoint } from "./checkpoint.js";
import type { FoldedEvent } from "./folded-event.js";
import { initialLedger, reduceLedger } from "./ledger.js";
import { initialLog, reduceLog } from "./log.js";
import { reduceThread } from "./thread.js";
import type { ThreadState } from "./thread-state.js";
import { initialTurns, reduceTurns } from "./turns.js";
import { initialUsage, reduceUsage } from "./usage.js";

/** The state of a thread in whose log nothing stands yet. */
export const initialState: ThreadState = {
  ledger: initialLedger,
  baseline: null,
  checkpoint: null,
  usage: initialUsage,
  turns: initialTurns,
  thread: null,
  log: initialLog,
};

/**
 * Folds one fact of an event that survives. Pure and total; a slice that the fact does not change is
 * the same object as before. Rollbacks are resolved before (`foldEvent`, `replay`).
 * @param state any state, left as it is
 * @returns the state behind the fact
 * @throws nothing
 */
export function reduce(state: ThreadState, event: FoldedEvent): ThreadState {
  const ledger = reduceLedger(state.ledger, event);
  const thread = reduceThread(state.thread, event);
  const basis = { ledger, ledgerBefore: state.ledger, thread };
  const turns = reduceTurns(state.turns, event, basis);
  return {
    ledger,
    baseline: reduceBaseline(state.baseline, event, turns.running),
    checkpoint: reduceCheckpoint(state.checkpoint, event),
    usage: reduceUsage(state.usage, event, basis),
    turns,
    thread,
    log: reduceLog(state.log, event),
  };
}
