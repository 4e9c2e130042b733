// `refold/experiments`: forks that each vary one thing, and recorded answers to run them with.
export {
  compareVariants,
  type ComparedVariant,
  type Comparison,
} from "../experiments/compare-variants.js";
export type {
  ClientTurn,
  Experiment,
  ExperimentClient,
  Metric,
  VariantMeasures,
  VariantResult,
} from "../experiments/experiment.js";
export type { ExperimentPlan, Variant } from "../experiments/plan.js";
export {
  readExperiment,
  type ExperimentResults,
  runExperiment,
  type RunExperimentOptions,
} from "../experiments/run-experiment.js";
export type { RecordedDifference } from "../runtime/models/recorded/recorded-difference.js";
export { recordedModel } from "../runtime/models/recorded/recorded-model.js";
export { recordedTools } from "../runtime/models/recorded/recorded-tools.js";
