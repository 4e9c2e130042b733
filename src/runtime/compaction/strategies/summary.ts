import type { Fact, FactOf } from "../../../events/event.js";
import { tokensOfText } from "../../../events/token-bytes.js";
import { newHistory, type NewHistory } from "../new-history.js";
import { plannedState } from "../planned-state.js";
import type { CompactionStrategy, StrategyInput, StrategyPlan } from "../strategy.js";
import type { SummaryOutcome } from "../summary-turn.js";

/** A checkpoint: the newest user messages and a summary of everything, as `history.compacted`. */
export const summaryStrategy: CompactionStrategy = {
  name: "summary",
  plan: (input) => planSummary(input, input.summarize),
};

/** @param summarize which of the input's ways to summarise */
export async function planSummary(
  input: StrategyInput,
  summarize: StrategyInput["summarize"],
): Promise<StrategyPlan | null> {
  const { state } = input;
  if (state.ledger.entries.length === 0) return null;
  const outcome = await summarize();
  const facts: readonly Fact[] = [
    ...usageFacts(outcome),
    { type: "history.compacted", data: compactedData(input, outcome) },
  ];
  const { trimmed } = outcome;
  return { strategy: "summary", facts, trimmed, after: plannedState(state, facts) };
}

/** What the summary cost, so that money spent is never forgotten (docs/semantics.md §7.9). */
function usageFacts({ usage }: SummaryOutcome): readonly Fact[] {
  if (usage === null) return [];
  return [{ type: "usage.reported", data: { usage, contextWindow: null, request: null } }];
}

function compactedData(
  input: StrategyInput,
  outcome: SummaryOutcome,
): FactOf<"history.compacted">["data"] {
  const { state, trigger, reason } = input;
  const instructions = tokensOfText(state.thread?.instructions?.text ?? "");
  const history = historyOf(input, outcome, instructions);
  const { replacement, placement, summary, fragments } = history;
  return {
    ...{ trigger, reason, summary, replacement, placement },
    ...(fragments !== undefined && { fragments }),
    replaced: { from: 0, to: state.log.head - 1 },
    tokensBefore: instructions + state.ledger.tokens,
    tokensAfter: instructions + history.tokens,
    trimmed: [...outcome.trimmed],
    windowNumber: (state.checkpoint?.windowNumber ?? 0) + 1,
    historyVersion: state.log.historyVersion + 1,
  };
}

/** At most half of the limit, so that the next turn has room. */
function historyOf(
  input: StrategyInput,
  { text, sealed = [] }: SummaryOutcome,
  instructions: number,
): NewHistory {
  const { state, settings, retell, limitTokens } = input;
  return newHistory({
    entries: state.ledger.entries.toArray(),
    ...{ summary: text, sealed },
    summaryPrefix: settings.templates.summaryPrefix,
    keptMessagesTokens: settings.keptMessagesTokens,
    ceilingTokens: limitTokens === null ? null : (limitTokens >> 1) - instructions,
    injection: retell === null ? null : retell([]),
  });
}
