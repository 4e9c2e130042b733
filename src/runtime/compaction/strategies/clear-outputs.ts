import type { Fact } from "../../../events/event.js";
import { clearOutputs } from "../../../reducers/ledger-edits.js";
import type { LedgerEntry, ThreadState } from "../../../reducers/thread-state.js";
import { isToolOutput } from "../../../events/item-class.js";
import { plannedState } from "../planned-state.js";
import type { CompactionSettings } from "../settings.js";
import type { CompactionStrategy } from "../strategy.js";

/**
 * Old tool outputs give way to a placeholder, the newest ones stay; calls and outputs stay paired. An
 * output that is no larger than its placeholder stays too.
 */
export const clearOutputsStrategy: CompactionStrategy = {
  name: "clear-outputs",
  plan: async ({ state, settings }) => {
    const refs = clearable(state, settings).map(({ ref }) => ref);
    if (refs.length === 0) return null;
    const fact: Fact = {
      type: "outputs.cleared",
      data: {
        refs,
        placeholder: settings.templates.clearedOutput,
        historyVersion: state.log.historyVersion + 1,
      },
    };
    const after = plannedState(state, [fact]);
    return { strategy: "clear-outputs", facts: [fact], after, trimmed: [] };
  },
};

/** The outputs that clearing makes smaller, without the newest ones. */
function clearable(state: ThreadState, settings: CompactionSettings): readonly LedgerEntry[] {
  const { ledger } = state;
  const outputs = ledger.entries.toArray().filter(({ item }) => isToolOutput(item));
  const old = outputs.slice(0, Math.max(0, outputs.length - settings.keepOutputs));
  const placeholder = settings.templates.clearedOutput;
  const cleared = clearOutputs(ledger, { refs: old.map(({ ref }) => ref), placeholder });
  const sizes = new Map(cleared.entries.toArray().map((entry) => [entry.ref, entry.countedBytes]));
  return old.filter(({ ref, countedBytes }) => (sizes.get(ref) ?? countedBytes) < countedBytes);
}
