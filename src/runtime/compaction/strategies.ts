import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import type { Fact, FactOf } from "../../events/event.js";
import { isToolOutput } from "../../events/item-class.js";
import type { ItemRef } from "../../events/primitives.js";
import { fitPrompt, type FitStrategy, toTrimmedFact } from "../../projections/prompt/fit-prompt.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import { readByOrigin } from "../../reducers/kept-messages.js";
import { clearOutputs } from "../../reducers/ledger-edits.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { newHistory, type NewHistory } from "./new-history.js";
import type { CompactionSettings, CompactionStrategyName } from "./settings.js";
import {
  type CompactionStrategy,
  estimatedTokens,
  plannedState,
  type StrategyInput,
  type StrategyPlan,
} from "./strategy.js";
import type { SummaryOutcome } from "./summary-turn.js";

/** A checkpoint: the newest user messages and a summary of everything, as `history.compacted`. */
const summaryStrategy: CompactionStrategy = {
  name: "summary",
  plan: (input) => planSummary(input, input.summarize),
};

/** @param summarize which of the input's ways to summarise */
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

/** Oldest items first, whatever they are, as `history.trimmed`. */
const slidingWindowStrategy = fitStrategy("sliding-window");

/** What is not protected first: see `priorityOrder`. */
const priorityStrategy = fitStrategy("priority");

/**
 * Leaves out whole items, calls with their outputs, until the rest fits. The newest user message never
 * goes. When what told the running turn's facts goes, they are told again behind the rest.
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
      const toldTokens = told.reduce((sum, each) => sum + tokensOfBytes(each.countedBytes), 0);
      return planFit(name, input, Math.max(1, input.targetTokens - toldTokens));
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
  const newest = ledger.entries.toArray().findLast(readByOrigin.isUserMessage);
  return newest === undefined ? [] : [newest.ref];
}

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
    const chosen = candidates.find((plan) => isEnough(plan, input)) ?? smallest(candidates);
    if (chosen === null || !isSmaller(chosen, input)) return null;
    return chosen.strategy === "summary" ? planSummary(input, input.summarize) : chosen;
  },
};

function isEnough({ after }: StrategyPlan, { targetTokens }: StrategyInput): boolean {
  return estimatedTokens(after) <= targetTokens;
}

function isSmaller({ after }: StrategyPlan, { state }: StrategyInput): boolean {
  return estimatedTokens(after) < estimatedTokens(state);
}

/** Of equals, the one with the least loss. */
function smallest(candidates: readonly StrategyPlan[]): StrategyPlan | null {
  return candidates.reduce<StrategyPlan | null>((best, plan) => {
    if (best === null) return plan;
    return estimatedTokens(plan.after) < estimatedTokens(best.after) ? plan : best;
  }, null);
}

const BY_NAME: Readonly<Record<CompactionStrategyName, CompactionStrategy>> = {
  summary: summaryStrategy,
  "clear-outputs": clearOutputsStrategy,
  "sliding-window": slidingWindowStrategy,
  priority: priorityStrategy,
  auto: autoStrategy,
};

/** The built-in strategy of that name. */
export function strategyNamed(name: CompactionStrategyName): CompactionStrategy {
  return BY_NAME[name];
}
