import type { ComparedMetric, Comparison } from "../../experiments/compare-variants.js";
import type { Output } from "../output/output.js";
/** A comparison for people: one row a variant, what is best marked with +, worst with -. */
export declare function comparisonLines(comparison: Comparison, output: Output): Generator<string>;
/** A figure in its unit, in few columns. */
export declare function figureWords(value: number, unit: ComparedMetric["unit"]): string;
