import type { FactOf } from "../../events/event.js";
import { refKey } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { FittedPrompt } from "./fit-prompt.js";

/**
 * The fact that makes a fitting last: written to the thread, the items leave its ledger. The baseline
 * goes with the first item that told a fact of it (law 7).
 * @param state the state that the prompt was projected from
 * @returns null when nothing has to go
 */
export function toTrimmedFact(
  fitted: FittedPrompt,
  state: ThreadState,
): FactOf<"history.trimmed"> | null {
  const refs = fitted.trimmed.map(({ ref }) => ref);
  if (refs.length === 0) return null;
  const gone = new Set(refs.map(refKey));
  const told = Object.values(state.baseline?.toldBy ?? {});
  return {
    type: "history.trimmed",
    data: {
      refs,
      strategy: fitted.strategy,
      reason: `fitted from ${fitted.tokensBefore} to ${fitted.tokensAfter} tokens`,
      clearsBaseline: told.some((ref) => gone.has(refKey(ref))),
      historyVersion: state.log.historyVersion + 1,
    },
  };
}
