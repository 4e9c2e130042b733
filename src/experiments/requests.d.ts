import type { PromptFragment } from "../events/context.js";
import type { Prompt } from "../projections/prompt/prompt.js";
import type { ProviderRequest } from "../projections/providers/provider.js";
import type { WalkedEvent } from "../projections/walk-log.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { BlobStore } from "../store/event-store.js";
import type { BodyDiff, FirstDifference, VariantMeasures } from "./experiment.js";
import type { Variant } from "./plan.js";
/** A prompt with the body that its provider gets. */
export interface NextRequest {
    readonly prompt: Prompt;
    readonly body: unknown;
    readonly provider: string;
    readonly repairs: VariantMeasures["repairs"];
    readonly state: ThreadState;
}
/** The next request of a variant's state; `base` is the state at the fork. */
export declare function nextRequest({ state, base }: {
    readonly state: ThreadState;
    readonly base: ThreadState;
}, variant: Variant, blobs: Pick<BlobStore, "get">): Promise<NextRequest>;
/** A variant's fragments, as requests have them. */
export declare function promptFragments({ fragments }: Variant): readonly PromptFragment[];
/** What a next request says by itself, and beside the base's. */
export declare function promptMeasures(base: NextRequest, next: NextRequest): Pick<VariantMeasures, "parts" | "repairs" | "keptCache"> & {
    readonly body: BodyDiff | null;
};
/** A prompt as its provider's request; an image whose bytes are gone is a placeholder. */
export declare function requestFor(prompt: Prompt, blobs: Pick<BlobStore, "get">): Promise<ProviderRequest<unknown> & {
    readonly provider: string;
}>;
/**
 * The first request in which a variant asked its model something else than what the base recorded.
 * The n-th request is held against the n-th; each as its own model would see it, but with the images
 * that the variant's sees. Null: as far as both go, they asked the same.
 */
export declare function firstDifference(base: AsyncIterable<WalkedEvent>, variant: AsyncIterable<WalkedEvent>): Promise<FirstDifference | null>;
/** The same for two prompts that are there. */
export declare function differenceBetween(before: Prompt, now: Prompt, place: {
    readonly offset: number;
    readonly request: number;
}): FirstDifference | null;
/** A place of a log where a model was asked. */
export interface RequestPoint {
    /** Of `request.sent`, or of the first item of the answer where no request was recorded. */
    readonly offset: number;
    /** What the prompt was made of. */
    readonly state: ThreadState;
    readonly fragments: readonly PromptFragment[];
}
/** Finds them, one event after the other. */
export declare class RequestPoints {
    #private;
    /** @returns null: the event is none */
    take({ event, before }: WalkedEvent): RequestPoint | null;
}
