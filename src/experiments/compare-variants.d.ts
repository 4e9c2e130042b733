import type { FirstDifference, Metric, VariantMeasures } from "./experiment.js";
import type { ExperimentResults } from "./run-experiment.js";
/** A figure over a variant's repetitions. */
export interface Figure {
    readonly median: number;
    readonly least: number;
    readonly most: number;
}
/** A column of the comparison. */
export interface ComparedMetric {
    readonly name: string;
    readonly unit: "tokens" | "share" | "bytes" | "ms" | "count";
    /** Which end is the good one; null: neither. */
    readonly better: "more" | "less" | null;
    /** Variants whose median is best and worst; empty where all are the same. */
    readonly best: readonly string[];
    readonly worst: readonly string[];
}
/** One variant beside the others; the base is the row whose variant is null. */
export interface ComparedVariant {
    readonly variant: string | null;
    /** Those that are done, of all. */
    readonly done: number;
    readonly repetitions: number;
    /** By the metric's name; null: nobody knows. */
    readonly figures: Readonly<Record<string, Figure | null>>;
    readonly toolCalls: Readonly<Record<string, Figure>>;
    /** Of the first repetition that has one. */
    readonly firstDifference: FirstDifference | null;
    /** What failed, by repetition. */
    readonly failures: readonly {
        readonly repetition: number;
        readonly code: string;
        readonly message: string;
    }[];
    /** The forks. */
    readonly threads: readonly string[];
    /** Of the first repetition that is done. */
    readonly measures: VariantMeasures | null;
}
export interface Comparison {
    readonly name: string;
    readonly mode: ExperimentResults["mode"];
    readonly base: {
        readonly threadId: string;
        readonly offset: number;
    };
    readonly metrics: readonly ComparedMetric[];
    /** The base first, then the variants in the plan's order. */
    readonly rows: readonly ComparedVariant[];
}
/** What an experiment came to, side by side. Nothing is read: the same results, the same table. */
export declare function compareVariants({ name, mode, base, results }: ExperimentResults, own?: Readonly<Record<string, Pick<Metric, "better">>>): Comparison;
