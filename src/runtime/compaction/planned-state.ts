import type { Fact, RefoldEvent } from "../../events/event.js";
import { tokensOfText } from "../../events/token-bytes.js";
import { foldEvent } from "../../reducers/fold-event.js";
import type { ThreadState } from "../../reducers/thread-state.js";

/** Stand for what only the writer knows; no slice that is looked at here depends on them. */
const NO_ID = "00000000000000000000000000";
const NO_TIME = "1970-01-01T00:00:00.000Z";

/** The state that facts would make, written as the next batch. */
export function plannedState(state: ThreadState, facts: readonly Fact[]): ThreadState {
  const turn = state.turns.running?.turn;
  return facts.reduce((before, fact) => {
    const event: RefoldEvent = {
      ...{ offset: before.log.head, id: NO_ID, at: NO_TIME },
      ...(turn !== undefined && { turn }),
      ...fact,
    };
    return foldEvent(before, event);
  }, state);
}

/** Estimated tokens of base instructions and history (docs/semantics.md §7.3). */
export function estimatedTokens({ thread, ledger }: ThreadState): number {
  return tokensOfText(thread?.instructions?.text ?? "") + ledger.tokens;
}
