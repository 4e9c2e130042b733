import type { Prompt } from "../prompt/prompt.js";
import type { ProviderRequest, RequestOptions } from "./provider.js";
/** As much of a provider as is needed where a body is only JSON, whatever its type. */
export interface RequestMaker {
    readonly name: string;
    blobsNeeded(prompt: Prompt): readonly string[];
    toRequest(prompt: Prompt, options?: RequestOptions): ProviderRequest<unknown>;
}
export declare const PROVIDER_NAMES: readonly string[];
/**
 * The maker of a provider's requests.
 * @param name one of `PROVIDER_NAMES`; undefined: the one whose model the prompt is for
 */
export declare function requestMaker(name: string | undefined, prompt: Prompt): RequestMaker;
