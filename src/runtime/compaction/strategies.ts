import { tokensOfText } from "../../events/bytes.js";
import type { Fact, FactOf } from "../../events/event.js";
import { isToolOutput } from "../../events/item-class.js";
import type { ItemRef } from "../../events/primitives.js";
import { fitPrompt, type FitStrategy, toTrimmedFact } from "../../projections/prompt/fit-prompt.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import { isWrittenByUser } from "../../reducers/kept-messages.js";
import { clearOutputs } from "../../reducers/ledger-edits.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { newHistory } from "./new-history.js";
import type { CompactionSettings, CompactionStrategyName } from "./settings.js";
import { estimatedTokens, nextWindow, plannedState, tokensOfItems } from "./strategy.js";
import type { CompactionStrategy, StrategyInput, StrategyPlan } from "./strategy.js";
import type { SummaryOutcome } from "./summary-turn.js";

/**
 * A checkpoint: the newest user messages and a summary of everything, as `history.compacted`.
 * @param summarize which of the input's ways to summarise
 */
async function planSummary(
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
  { state, trigger, reason, settings, retell, limitTokens }: StrategyInput,
  { text, sealed = [], trimmed }: SummaryOutcome,
): FactOf<"history.compacted">["data"] {
  const instructions = tokensOfText(state.thread?.instructions?.text ?? "");
  const history = newHistory({
    entries: state.ledger.entries.toArray(),
    ...{ summary: text, sealed },
    summaryPrefix: settings.templates.summaryPrefix,
    keptMessagesTokens: settings.keptMessagesTokens,
    // at most half of the limit, so that the next turn has room
    ceilingTokens: limitTokens === null ? null : (limitTokens >> 1) - instructions,
    injection: retell === null ? null : retell([]),
  });
  const { replacement, placement, summary, fragments } = history;
  return {
    ...{ trigger, reason, summary, replacement, placement },
    ...(fragments !== undefined && { fragments }),
    replaced: { from: 0, to: state.log.head - 1 },
    tokensBefore: instructions + state.ledger.tokens,
    tokensAfter: instructions + history.tokens,
    trimmed: [...trimmed],
    ...nextWindow(state),
  };
}

/**
 * Old tool outputs give way to a placeholder, the newest ones stay; calls and outputs stay paired. An
 * output that is no larger than its placeholder stays too.
 */
const clearOutputsStrategy: CompactionStrategy = {
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

/**
 * Leaves out whole items, calls with their outputs, until the rest fits. The newest user message never
 * goes. When what told the running turn's facts goes, they are told again after the rest.
 */
function fitStrategy(name: FitStrategy): CompactionStrategy {
  return {
    name,
    plan: async (input) => {
      const plan = planFit(name, input, input.targetTokens);
      if (plan === null || plan.facts.length === 1) return plan;
      const told = plan.facts.flatMap((fact) =>
        fact.type === "context.injected" ? fact.data.items : [],
      );
      return planFit(name, input, Math.max(1, input.targetTokens - tokensOfItems(told)));
    },
  };
}

function planFit(
  strategy: FitStrategy,
  { state, retell }: StrategyInput,
  maxTokens: number,
): StrategyPlan | null {
  const spare = newestWords(state);
  const fitted = fitPrompt(projectPrompt(state), { strategy, maxTokens, spare });
  const fact = toTrimmedFact(fitted, state);
  if (fact === null) return null;
  const left = plannedState(state, [fact]);
  fact.data.reason = `from ${estimatedTokens(state)} to ${estimatedTokens(left)} tokens`;
  const told =
    fact.data.clearsBaseline && retell !== null
      ? [{ type: "context.injected" as const, data: retell(left.ledger.entries) }]
      : [];
  const facts: readonly Fact[] = [fact, ...told];
  return { strategy, facts, trimmed: [], after: plannedState(state, facts) };
}

/** The newest message of a user; empty: there is none. */
function newestWords({ ledger }: ThreadState): readonly ItemRef[] {
  const newest = ledger.entries.toArray().findLast(isWrittenByUser);
  return newest === undefined ? [] : [newest.ref];
}

/** What is not protected goes first. */
const priorityStrategy = fitStrategy("priority");

/**
 * The strategy that frees enough at the least loss: outputs that a tool can give again, then a
 * summary, then items that go without a trace. When none frees enough, the one that frees most. The
 * choice itself asks no model.
 */
const autoStrategy: CompactionStrategy = {
  name: "auto",
  plan: async (input) => {
    const candidates = [
      await clearOutputsStrategy.plan(input),
      await planSummary(input, input.estimate),
      await priorityStrategy.plan(input),
    ].filter((plan) => plan !== null);
    const { state, targetTokens } = input;
    const isEnough = ({ after }: StrategyPlan): boolean => estimatedTokens(after) <= targetTokens;
    const chosen = candidates.find(isEnough) ?? smallest(candidates);
    if (chosen === null || estimatedTokens(chosen.after) >= estimatedTokens(state)) return null;
    return chosen.strategy === "summary" ? planSummary(input, input.summarize) : chosen;
  },
};

/** Of equals, the one with the least loss. */
function smallest(candidates: readonly StrategyPlan[]): StrategyPlan | null {
  const sizes = candidates.map(({ after }) => estimatedTokens(after));
  return candidates[sizes.indexOf(Math.min(...sizes))] ?? null;
}

/** The built-in strategies. */
export const STRATEGY: Readonly<Record<CompactionStrategyName, CompactionStrategy>> = {
  summary: { name: "summary", plan: (input) => planSummary(input, input.summarize) },
  "clear-outputs": clearOutputsStrategy,
  "sliding-window": fitStrategy("sliding-window"),
  priority: priorityStrategy,
  auto: autoStrategy,
};
