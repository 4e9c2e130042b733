import type { Envelope } from "../../events/slices.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type ModelTable } from "../../models/find-model.js";
import type { PromptTarget, ResolvedTarget } from "./prompt.js";
/** What a target is resolved from: the same objects give the same target. */
export interface TargetBasis {
    readonly running: Envelope | null;
    readonly baseline: Envelope | null;
    readonly previousModel: string | null;
    readonly contextWindow: number | null;
}
export declare function targetBasisOf(state: ThreadState): TargetBasis;
export declare function isSameBasis(a: TargetBasis, b: TargetBasis): boolean;
/**
 * Settles what a target leaves open: from the turn's envelope where it speaks of the same model, then
 * from what is known of the model, then from the defaults (text and images, no window).
 */
export declare function resolveTarget(target: PromptTarget, basis: TargetBasis, models?: ModelTable): ResolvedTarget;
/** The answer's schema: the target's, else the running turn's; undefined: free form. */
export declare function outputSchemaFor(target: PromptTarget, basis: TargetBasis): unknown;
