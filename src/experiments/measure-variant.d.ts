import type { EventSource } from "../events/event-source.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { type ExperimentBase } from "./base.js";
import type { Experiment, VariantMeasures } from "./experiment.js";
import type { Variant } from "./plan.js";
import { type NextRequest } from "./requests.js";
/** What a variant is measured against. */
export interface MeasuredBase {
    readonly base: ExperimentBase;
    /** The base's next request at the fork. */
    readonly request: NextRequest;
    readonly measures: VariantMeasures;
}
/** The base itself, in the same figures: as it was recorded. */
export declare function measureBase(experiment: Experiment, base: ExperimentBase): Promise<MeasuredBase>;
/** A variant's fork, by what its log says; what was rolled back does not count. */
export declare function measureVariant(experiment: Experiment, { base, request }: MeasuredBase, fork: {
    readonly threadId: string;
    readonly variant: Variant;
    readonly state: ThreadState;
    readonly source: EventSource;
}): Promise<VariantMeasures>;
