import { type FitStrategy } from "../projections/prompt/fit-prompt.js";
import type { Prompt } from "../projections/prompt/prompt.js";
import type { ProviderRequest } from "../projections/providers/provider.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { BlobReader } from "../sessions/session.js";
/** What a person asks of a request. */
export interface RequestWish {
    readonly provider?: string;
    readonly model?: string;
    readonly textOnly?: true;
    /** In tokens. */
    readonly fit?: number;
    readonly strategy: FitStrategy;
    readonly placeholders?: true;
}
export interface BuiltRequest {
    readonly provider: string;
    readonly prompt: Prompt;
    readonly request: ProviderRequest<unknown>;
    /** False: what may not be left out is too much by itself. */
    readonly fits: boolean;
}
/**
 * Projects a state to a request body, with the images that it needs.
 * @throws {InvalidArgument} neither the wish nor the session names a model
 * @throws {BlobMissing} an image's bytes are not there, and no placeholder was asked for
 */
export declare function buildRequest(state: ThreadState, blobs: BlobReader, wish: RequestWish): Promise<BuiltRequest>;
