import type { EventSource } from "../../events/event-source.js";
import { type ModelTable } from "../../models/find-model.js";
import { type WalkOptions } from "../walk-log.js";
interface EstimateErrorOptions extends WalkOptions {
    readonly models?: ModelTable;
}
/** How far estimates of prompts were from what providers reported as input. */
export interface EstimateErrors {
    /** Samplings with a report. */
    readonly samplings: number;
    /**
     * Of these, the first under a model, and the first behind each compaction, where the session does
     * not record instructions or tools: what they have more than was estimated stands for the
     * unrecorded, and nothing is compared there.
     */
    readonly anchors: readonly Anchor[];
    /**
     * Where the input changed by far more than what was recorded since the sampling before: something
     * went in, or was left out, that the session does not record. It stays in the errors from there on.
     */
    readonly jumps: readonly Jump[];
    readonly all: ErrorRow;
    readonly byModel: readonly ErrorRow[];
    /** By the script of what was new since the sampling before. */
    readonly byScript: readonly ErrorRow[];
}
/** Where an estimate was set to a report. */
interface Anchor {
    /** Of the report. */
    readonly offset: number;
    readonly model: string;
    /** Reported tokens beyond the estimate: instructions, tools, and whatever else is not recorded. */
    readonly unrecordedTokens: number;
}
/** A change of the input that no recorded item accounts for. */
interface Jump {
    /** Of the report. */
    readonly offset: number;
    /** Reported beyond what was estimated; negative: less than that. */
    readonly tokens: number;
}
/**
 * Compares what was estimated for each recorded sampling with the input that its provider reported.
 * Where a session records instructions and tools, all of the input is estimated. Where it does not,
 * the first report under a model, and behind a compaction, tells what is missing, and all later ones
 * are held to that.
 */
export declare function projectEstimateErrors(source: EventSource, options?: EstimateErrorOptions): Promise<EstimateErrors>;
/** How errors are spread: shares of what was reported, negative when too little was estimated. */
export interface ErrorSpread {
    readonly count: number;
    readonly median: number;
    /** 95 of 100 are no larger than this, in either direction. */
    readonly p95: number;
    readonly worst: {
        readonly error: number;
        readonly offset: number;
    };
}
export interface ErrorRow {
    /** A model, a script, or `all`. */
    readonly name: string;
    /** Of the whole input; null: there is nothing to compare. */
    readonly input: ErrorSpread | null;
    /** Of what was new, where that was 200 tokens or more: framing counts for little there. */
    readonly growth: ErrorSpread | null;
}
export {};
