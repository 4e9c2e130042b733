import { z } from "zod";
import type { EventSource } from "../events/event-source.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { FragmentRegistry } from "../runtime/fragments/registry.js";
import type { ModelClient } from "../runtime/models/model-client.js";
import type { RetryPolicy } from "../runtime/models/retries.js";
import type { Clock } from "../runtime/thread-log.js";
import type { Tool } from "../runtime/tools/tool.js";
import type { EventStore } from "../store/event-store.js";
import type { PlanSource } from "./errors.js";
import type { ExperimentPlan } from "./plan.js";
/** What a client is made for: a turn of a variant. */
export interface ClientWish {
    readonly variant: string;
    /** From 1. */
    readonly repetition: number;
    readonly seed: number;
    /** From 1: the variant's own turns. */
    readonly turn: number;
    /** As the variant or the base names it; null: neither does. */
    readonly model: string | null;
    readonly provider: string | null;
}
/** Who answers in a `run`. */
export interface ExperimentClient {
    readonly model: ModelClient;
    /** Absent: the declared tools stay declared, and their calls fail. */
    readonly tools?: readonly Tool[];
}
/** A figure of the caller's own. */
export interface Metric {
    /** Asked once, when a variant is done; null: there is none. */
    readonly measure: (measured: MeasuredThread) => number | null | Promise<number | null>;
    /** Which end is the good one. Default: more. */
    readonly better?: "more" | "less";
}
/** What a metric looks at. */
interface MeasuredThread {
    readonly threadId: string;
    readonly state: ThreadState;
    readonly source: EventSource;
}
/** An experiment: a plan, and what it is run with. */
export interface Experiment extends ExperimentPlan {
    /** Holds the base, and gets the forks; it stays the caller's to close. */
    readonly store: EventStore;
    /**
     * Who answers in a `run`: asked for each turn, so that an experiment that was interrupted goes on at
     * a turn. Before anything is forked it is asked for each variant's first turn; what it throws then
     * ends the experiment.
     */
    readonly client?: (wish: ClientWish) => ExperimentClient | Promise<ExperimentClient>;
    readonly metrics?: Readonly<Record<string, Metric>>;
    readonly registry?: FragmentRegistry;
    readonly clock?: Clock;
    readonly retries?: RetryPolicy;
    /** Where the plan was read from, for messages. */
    readonly planSource?: PlanSource;
}
/** What became of one variant, once. */
export interface VariantResult {
    readonly variant: string;
    /** From 1. */
    readonly repetition: number;
    readonly seed: number;
    /** The fork. */
    readonly threadId: string;
    /** `unfinished`: it was never begun, or was interrupted. */
    readonly outcome: "done" | "failed" | "unfinished";
    /** Of a failed one: a `RefoldError`'s code, or `error`. Null: it did not fail. */
    readonly failure: {
        readonly code: string;
        readonly message: string;
    } | null;
    /** Of a variant that is done. */
    readonly measures: VariantMeasures | null;
}
/** The first request in which a variant asked something else than the base. */
export declare const FirstDifference: z.ZodObject<{
    offset: z.ZodInt;
    request: z.ZodInt;
    words: z.ZodString;
}, z.core.$loose>;
export type FirstDifference = z.infer<typeof FirstDifference>;
/** How one request body differs from another, member by member. */
export declare const BodyDiff: z.ZodObject<{
    provider: z.ZodString;
    bytes: z.ZodInt;
    members: z.ZodArray<z.ZodObject<{
        name: z.ZodString;
        change: z.ZodEnum<{
            added: "added";
            changed: "changed";
            removed: "removed";
        }>;
        list: z.ZodOptional<z.ZodObject<{
            prefix: z.ZodNumber;
            suffix: z.ZodNumber;
            removed: z.ZodNumber;
            added: z.ZodNumber;
        }, z.core.$loose>>;
    }, z.core.$loose>>;
}, z.core.$loose>;
export type BodyDiff = z.infer<typeof BodyDiff>;
/** What a variant came to. Tokens of `project` and `replay` are estimates where nothing was reported. */
export declare const VariantMeasures: z.ZodObject<{
    inputTokens: z.ZodNumber;
    cachedTokens: z.ZodNumber;
    outputTokens: z.ZodNumber;
    requests: z.ZodNumber;
    compactions: z.ZodNumber;
    forgottenBytes: z.ZodNumber;
    toolCalls: z.ZodRecord<z.ZodString, z.ZodNumber>;
    timeMs: z.ZodNullable<z.ZodNumber>;
    firstDifference: z.ZodNullable<z.ZodObject<{
        offset: z.ZodInt;
        request: z.ZodInt;
        words: z.ZodString;
    }, z.core.$loose>>;
    parts: z.ZodRecord<z.ZodString, z.ZodNumber>;
    repairs: z.ZodRecord<z.ZodString, z.ZodNumber>;
    keptCache: z.ZodNumber;
    body: z.ZodNullable<z.ZodObject<{
        provider: z.ZodString;
        bytes: z.ZodInt;
        members: z.ZodArray<z.ZodObject<{
            name: z.ZodString;
            change: z.ZodEnum<{
                added: "added";
                changed: "changed";
                removed: "removed";
            }>;
            list: z.ZodOptional<z.ZodObject<{
                prefix: z.ZodNumber;
                suffix: z.ZodNumber;
                removed: z.ZodNumber;
                added: z.ZodNumber;
            }, z.core.$loose>>;
        }, z.core.$loose>>;
    }, z.core.$loose>>;
    own: z.ZodRecord<z.ZodString, z.ZodNullable<z.ZodNumber>>;
}, z.core.$loose>;
export type VariantMeasures = z.infer<typeof VariantMeasures>;
export {};
