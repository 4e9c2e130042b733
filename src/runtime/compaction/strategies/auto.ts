import { estimatedTokens } from "../planned-state.js";
import type { CompactionStrategy, StrategyInput, StrategyPlan } from "../strategy.js";
import { clearOutputsStrategy } from "./clear-outputs.js";
import { priorityStrategy } from "./fit.js";
import { planSummary } from "./summary.js";

/**
 * The strategy that frees enough at the least loss: outputs that a tool can give again, then a
 * summary, then items that go without a trace. When none frees enough, the one that frees most. The
 * choice itself asks no model.
 */
export const autoStrategy: CompactionStrategy = {
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
