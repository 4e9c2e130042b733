import type { CompactionStrategyName } from "../settings.js";
import type { CompactionStrategy } from "../strategy.js";
import { autoStrategy } from "./auto.js";
import { clearOutputsStrategy } from "./clear-outputs.js";
import { priorityStrategy, slidingWindowStrategy } from "./fit.js";
import { summaryStrategy } from "./summary.js";

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
