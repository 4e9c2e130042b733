import type { NoRollback } from "../../reducers/time-travel/rollback-target.js";
import type { Travelled } from "../../runtime/travel.js";
import { counted } from "../output/figures.js";

/** Where a thread went, or why it stayed. */
export function travelledWords(travelled: Travelled): string {
  if (travelled.kind === "nothing") return WHY_NOTHING[travelled.reason];
  const { to, turns, state, offset } = travelled;
  const asked = turns === null ? "" : ` (${counted(turns, "turn")})`;
  const items = counted(state.ledger.entries.length, "item");
  return `back to #${to}${asked}: ${items} in the ledger; written as #${offset}`;
}

const WHY_NOTHING: Readonly<Record<NoRollback["reason"], string>> = {
  "zero-turns": "nothing to do: no turn is to go",
  "no-user-turn": "nothing to do: there is no turn of a user",
  "already-there": "nothing to do: that is where the thread is",
};
