import type { Scenario } from "./scenario.js";
import { historyScenarios } from "./scenarios-history.js";
import { ownScenarios } from "./scenarios-own.js";
import { plainScenarios } from "./scenarios-plain.js";
import { troubleScenarios } from "./scenarios-trouble.js";

export const allScenarios: readonly Scenario[] = [
  ...plainScenarios,
  ...troubleScenarios,
  ...historyScenarios,
  ...ownScenarios,
];
