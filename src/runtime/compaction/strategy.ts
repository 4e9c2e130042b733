import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import type { Fact, FactOf, RefoldEvent } from "../../events/event.js";
import type { HistoryCompacted } from "../../events/history.js";
import type { ReplacementItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import { foldEvent } from "../../reducers/reduce.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import type { CompactionSettings } from "./settings.js";
import type { SummaryOutcome } from "./summary-turn.js";

/** Why a compaction happens. `foreign` is left to sessions of other tools. */
export type CompactionTrigger = Exclude<HistoryCompacted["data"]["trigger"], "foreign">;

/** What a strategy decides from. */
export interface StrategyInput {
  readonly state: ThreadState;
  readonly trigger: CompactionTrigger;
  readonly reason: string | null;
  readonly settings: CompactionSettings;
  /** What would be enough: instructions and history in this many tokens. */
  readonly targetTokens: number;
  /** The total at which a compaction is due, in tokens; null: never. */
  readonly limitTokens: number | null;
  /** Makes a summary of the history. */
  readonly summarize: () => Promise<SummaryOutcome>;
  /** The same at once and without a model: what a summary would come to. */
  readonly estimate: () => Promise<SummaryOutcome>;
  /**
   * Everything that the running turn's model must be told when its initial context goes, beside what a
   * ledger still shows; null: no turn runs (the next one tells everything by itself).
   */
  readonly retell: ((ledger: Iterable<LedgerEntry>) => FactOf<"context.injected">["data"]) | null;
}

/** What a strategy would write. Nothing is written yet. */
export interface StrategyPlan {
  /** The name of what made it. */
  readonly strategy: string;
  /** In order; written as one batch. */
  readonly facts: readonly Fact[];
  /** The state after them. */
  readonly after: ThreadState;
  /** Items that went before the summary could be made. */
  readonly trimmed: readonly ItemRef[];
}

/**
 * A way to make a history smaller; each leaves an event that says what went (law 5). Whoever writes
 * one gets the state after its facts from `plannedState`.
 */
export interface CompactionStrategy {
  readonly name: string;
  /** @returns null when it has nothing that could go */
  plan(input: StrategyInput): Promise<StrategyPlan | null>;
}

/** Stand for what only the writer knows; no slice that is looked at here depends on them. */
const NO_ID = "00000000000000000000000000";
const NO_TIME = "1970-01-01T00:00:00.000Z";

/**
 * The state after these facts, as if they were appended as the next batch. Nothing is written.
 * @param state the state that the facts follow; it is not changed
 * @returns the value for `StrategyPlan.after`
 */
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

/** Estimated tokens of items that are recorded. */
export function tokensOfItems(items: Iterable<{ readonly countedBytes: number }>): number {
  let tokens = 0;
  for (const { countedBytes } of items) tokens += tokensOfBytes(countedBytes);
  return tokens;
}

/** Estimated tokens of base instructions and history (docs/semantics.md §7.3). */
export function estimatedTokens({ thread, ledger }: ThreadState): number {
  return tokensOfText(thread?.instructions?.text ?? "") + ledger.tokens;
}

/** The numbers of a thread's next checkpoint. */
export function nextWindow({ log, checkpoint }: ThreadState) {
  const windowNumber = (checkpoint?.windowNumber ?? 0) + 1;
  return { windowNumber, historyVersion: log.historyVersion + 1 };
}

/** An entry as a checkpoint's list keeps it: whole, with where it was recorded at first. */
export function keptEntry({ ref, source = ref, ...entry }: LedgerEntry): ReplacementItem {
  return { ...entry, source };
}
