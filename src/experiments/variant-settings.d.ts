import type { Fact } from "../events/event.js";
import type { Envelope } from "../events/slices.js";
import type { PromptTarget } from "../projections/prompt/prompt.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { CompactOptions } from "../runtime/compaction/plan-compaction.js";
import type { FragmentRegistry } from "../runtime/fragments/registry.js";
import { type TurnContext } from "../runtime/fragments/turn-context.js";
import type { Variant } from "./plan.js";
/** What a variant sets for its whole thread, besides the history and the turns' facts. */
export declare function settingFacts({ thread }: ThreadState, variant: Variant): readonly Fact[];
/** What a variant's compactions are asked for, besides what its thread is configured to. */
export declare function compactOptions({ compaction }: Variant): CompactOptions;
/**
 * The turn's facts that a variant sets, as its envelope names them.
 * @param known the envelope of the base's turn
 */
export declare function variedEnvelope(variant: Variant, known: Envelope): Envelope;
/** What a variant says of its turns, with the texts that an envelope only names by hash. */
export declare function variantContext(variant: Variant, known: Envelope): TurnContext;
/**
 * What a variant's prompts are made for: what the base's were made for at the fork, with what the
 * variant says in its place. An edit of the history must not make it another model's.
 */
export declare function variantTarget(variant: Variant, base: ThreadState): PromptTarget;
/** What a turn of a variant begins with. */
export interface TurnStart {
    /** Of the base's turn. */
    readonly envelope: Envelope;
    readonly variant: Variant;
    readonly state: ThreadState;
    readonly registry: FragmentRegistry;
}
/** `turn.started` with the variant's facts in the place of the base's. */
export declare function startFact({ envelope, variant }: TurnStart): Fact;
/**
 * What the model must be told of the facts that a variant sets, and of nothing else: what the base
 * told stays told. Null: they are the base's own, or no fragment speaks for them.
 */
export declare function tellingFact({ envelope, variant, state, registry }: TurnStart): Fact | null;
