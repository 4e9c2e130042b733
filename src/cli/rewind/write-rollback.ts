import type { NoRollback, RollbackPlan } from "../../reducers/time-travel/rollback-target.js";
import type { EventStore } from "../../store/event-store.js";
import { counted } from "../output/figures.js";
import { appendFacts, type TurnFact } from "./stored-thread.js";

/** Writes what a plan says behind a thread's head, and says what it did. */
export async function writeRollback(
  store: EventStore,
  thread: { readonly threadId: string; readonly head: number },
  plan: RollbackPlan | NoRollback,
): Promise<string> {
  if (plan.kind === "nothing") return WHY_NOTHING[plan.reason];
  const { rollback, closing, to, turns, state } = plan;
  const facts: readonly TurnFact[] = [{ fact: rollback }, ...(closing === null ? [] : [closing])];
  const head = await appendFacts(store, thread, facts);
  const asked = turns === null ? "" : ` (${counted(turns, "turn")})`;
  const items = counted(state.ledger.entries.length, "item");
  return `back to #${to}${asked}: ${items} in the ledger; written as #${head - facts.length}`;
}

const WHY_NOTHING: Readonly<Record<NoRollback["reason"], string>> = {
  "zero-turns": "nothing to do: no turn is to go",
  "no-user-turn": "nothing to do: there is no turn of a user",
  "already-there": "nothing to do: that is where the thread is",
};
