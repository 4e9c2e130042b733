import { type ProviderResponse, type ResponseOptions } from "../provider.js";
import { type OutputItem, ResponseBody } from "./response.js";
/** A response under way. Immutable: each event makes the next state. */
export interface ResponsesStream {
    readonly options: ResponseOptions;
    /** The newest whole response that an event carried. */
    readonly response: ResponseBody | null;
    /** By output index, as far as they have come. */
    readonly output: readonly (OutputItem | undefined)[];
}
export declare function initialResponsesStream(options?: ResponseOptions): ResponsesStream;
/** Events that bring no item and no state of the response are passed over: others repeat them. */
export declare function foldResponsesStream(state: ResponsesStream, chunk: unknown): ResponsesStream;
export declare function responsesStreamResult(state: ResponsesStream): ProviderResponse;
