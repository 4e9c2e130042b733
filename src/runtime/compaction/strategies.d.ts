import type { CompactionStrategyName } from "./settings.js";
import { type CompactionStrategy } from "./strategy.js";
/** The built-in strategy of that name. */
export declare function strategyNamed(name: CompactionStrategyName): CompactionStrategy;
