import type { Fact } from "../events/event.js";
import type { FragmentRegistry } from "../runtime/fragments/registry.js";
import type { ModelClient } from "../runtime/models/model-client.js";
import type { ThreadLog } from "../runtime/thread-log.js";
import { type UserInput } from "../runtime/turn.js";
import type { ExperimentBase } from "./base.js";
import { ItemEdits } from "./item-edits.js";
import { type Task } from "./tasks.js";
import { type TurnStart } from "./variant-settings.js";
/** A variant's fork while it is worked on. */
export declare class VariantThread {
    #private;
    readonly log: ThreadLog;
    readonly task: Task;
    readonly about: {
        readonly base: ExperimentBase;
        readonly registry: FragmentRegistry;
        readonly signal: AbortSignal;
    };
    readonly edits: ItemEdits;
    constructor(log: ThreadLog, task: Task, about: {
        readonly base: ExperimentBase;
        readonly registry: FragmentRegistry;
        readonly signal: AbortSignal;
    });
    /**
     * Makes the variant of the fork: its settings, its edits of the history, and a compaction where it
     * wants one at once. Ends with a step, so that it is done once.
     */
    vary(): Promise<void>;
    /** A turn begins and ends in which the model is told the variant's facts; nobody is asked. */
    project(): Promise<void>;
    /** Says that all up to here is done. */
    step(turns: number): Promise<void>;
    /** Compacts where the variant has that due; what the model was told of its context stays told. */
    compactIfDue(input?: UserInput, model?: ModelClient): Promise<void>;
    /** What a turn of this variant begins with, in the place of a turn of the base. */
    turnStart(envelope: TurnStart["envelope"]): TurnStart;
    /** The facts of a turn's start, when the base has none of its own to be taken over. */
    startFacts(envelope: TurnStart["envelope"], isFirst: boolean): readonly Fact[];
}
