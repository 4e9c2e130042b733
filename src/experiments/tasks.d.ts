import { z } from "zod";
import type { Fact, LogEvent } from "../events/event.js";
import type { EventStore } from "../store/event-store.js";
import type { ExperimentBase } from "./base.js";
import { type Experiment, type VariantResult } from "./experiment.js";
import { type Variant } from "./plan.js";
/** One variant, once: what one fork is for. */
export interface Task {
    readonly variant: Variant;
    /** Derived from experiment, base, variant and repetition, so that the fork is found again. */
    readonly threadId: string;
    readonly mark: VariantMark;
}
/** Every fork of an experiment, in the plan's order. */
export declare function tasksOf(experiment: Experiment, base: ExperimentBase): readonly Task[];
/** What a task's fork says that came of it; the newest word counts. */
export declare function readResult({ threadId, mark }: Task, { store }: Pick<Experiment, "store">): Promise<VariantResult>;
/**
 * What earlier runs of an experiment have used, by their forks' logs: turns that were given up count
 * as well, and a request whose cost nobody said counts with the most that it can have cost.
 */
export declare function spentBy(tasks: readonly Task[], store: EventStore): Promise<{
    readonly tokens: number;
    readonly requests: number;
}>;
/**
 * What a fork's log says of its experiment: `notice.logged` events whose kind begins with
 * `experiment.`, with one more member in their data. Their shape is stable.
 */
/** `experiment.variant`: the first thing that a fork says of itself. */
declare const VariantMark: z.ZodObject<{
    name: z.ZodString;
    mode: z.ZodEnum<{
        project: "project";
        replay: "replay";
        run: "run";
    }>;
    variant: z.ZodString;
    repetition: z.ZodInt;
    seed: z.ZodInt;
    planned: z.ZodString;
    base: z.ZodObject<{
        threadId: z.ZodString;
        offset: z.ZodInt;
        eventId: z.ZodString;
        head: z.ZodInt;
    }, z.core.$loose>;
}, z.core.$loose>;
export type VariantMark = z.infer<typeof VariantMark>;
/** `experiment.step`: what stands before it is done; `turns` of the variant's own have ended. */
declare const StepMark: z.ZodObject<{
    turns: z.ZodInt;
}, z.core.$loose>;
/** `experiment.request`: a request goes out now, and costs so much at most. */
declare const RequestMark: z.ZodObject<{
    mostTokens: z.ZodInt;
}, z.core.$loose>;
/** `experiment.result`: the variant is done, and what it came to; the newest one counts. */
declare const ResultMark: z.ZodObject<{
    measures: z.ZodObject<{
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
}, z.core.$loose>;
/** `experiment.failed`: an attempt ended early. */
declare const FailureMark: z.ZodObject<{
    code: z.ZodString;
    message: z.ZodString;
}, z.core.$loose>;
interface Marks {
    readonly "experiment.variant": VariantMark;
    readonly "experiment.step": z.infer<typeof StepMark>;
    readonly "experiment.request": z.infer<typeof RequestMark>;
    readonly "experiment.result": z.infer<typeof ResultMark>;
    readonly "experiment.failed": z.infer<typeof FailureMark>;
}
export type MarkKind = keyof Marks;
export type MarkOf<Kind extends MarkKind> = Marks[Kind];
/** The fact that says it. */
export declare function markFact<Kind extends MarkKind>(kind: Kind, experiment: MarkOf<Kind>, message: string): Fact;
/** What an event says of an experiment, if it is of that kind. */
export declare function markIn<Kind extends MarkKind>(event: LogEvent, kind: Kind): MarkOf<Kind> | null;
export {};
