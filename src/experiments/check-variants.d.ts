import type { EventStore } from "../store/event-store.js";
import { type ExperimentBase } from "./base.js";
import type { PlanProblem } from "./errors.js";
import type { Variant } from "./plan.js";
/** What cannot be done with a plan's variants on this base. */
export declare function variantProblems(variants: Readonly<Record<string, Variant>>, base: ExperimentBase, store: EventStore): Promise<readonly PlanProblem[]>;
