import type { GoogleBody } from "../../projections/providers/google/body.js";
import type { ModelClient } from "./model-client.js";
import { type AdapterOptions } from "./sdk-model.js";
/** A body as it is sent: the SDK takes the signal beside the settings. */
export type AbortableGoogleBody = Omit<GoogleBody, "config"> & {
    config: NonNullable<GoogleBody["config"]> & {
        abortSignal: AbortSignal;
    };
};
/** What is used of the official client (`@google/genai`). */
export interface GoogleClient {
    readonly models: {
        generateContentStream(body: AbortableGoogleBody): PromiseLike<AsyncIterable<unknown>>;
    };
}
export interface GoogleModelOptions extends AdapterOptions {
    readonly client: GoogleClient;
}
/** A Gemini model, by generateContent. Leave the client's own `retryOptions` unset. */
export declare function googleModel(options: GoogleModelOptions): ModelClient<GoogleBody>;
