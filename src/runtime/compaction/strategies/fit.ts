import type { Fact } from "../../../events/event.js";
import type { ItemRef } from "../../../events/primitives.js";
import { tokensOfBytes } from "../../../events/token-bytes.js";
import { fitPrompt, type FitStrategy } from "../../../projections/prompt/fit-prompt.js";
import { projectPrompt } from "../../../projections/prompt/project-prompt.js";
import { toTrimmedFact } from "../../../projections/prompt/to-trimmed-fact.js";
import { readByOrigin } from "../../../reducers/items/entry-reading.js";
import type { ThreadState } from "../../../reducers/thread-state.js";
import { estimatedTokens, plannedState } from "../planned-state.js";
import type { CompactionStrategy, StrategyInput, StrategyPlan } from "../strategy.js";

/** Oldest items first, whatever they are, as `history.trimmed`. */
export const slidingWindowStrategy = fitStrategy("sliding-window");

/** What is not protected first: see `priorityOrder`. */
export const priorityStrategy = fitStrategy("priority");

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
