import { type ModelTable } from "../../models/find-model.js";
import type { Provider } from "../../projections/providers/provider.js";
import type { RecordableOptions } from "../sent-request.js";
import { type ModelClient, type ModelEvent, type ModelRequest } from "./model-client.js";
/** What every adapter takes, besides its client. */
export interface AdapterOptions {
    readonly model: string;
    /** Settings of every request. */
    readonly options?: RecordableOptions;
    /** In tokens. Default: what is known of the model. */
    readonly contextWindow?: number;
    /** Facts about models; default: the known ones. */
    readonly models?: ModelTable;
    /** How long a stream may be silent, in milliseconds; `Infinity`: for ever. Default: 300,000. */
    readonly idleTimeoutMs?: number;
}
/** A piece to be shown at once. */
export type Delta = Extract<ModelEvent, {
    type: "text-delta" | "reasoning-delta";
}>;
/** One official client behind the common face. */
interface SdkAdapter<Body, State> {
    /** As in `PromptTarget`. */
    readonly provider: string;
    readonly format: Omit<Provider<Body, State>, "name" | "fromResponse"> & {
        readonly name: string;
    };
    /** Sends the body and gives the chunks. */
    open(request: ModelRequest<Body>, signal: AbortSignal): PromiseLike<AsyncIterable<unknown>> | AsyncIterable<unknown>;
    /** What a chunk adds to be shown. */
    deltasOf(chunk: unknown): readonly Delta[];
    /** An error that a chunk reports instead of throwing; null: none. */
    errorIn(chunk: unknown): unknown;
}
/** A model client over a client that the caller made. Its retries are ours: the SDK's are off. */
export declare function sdkModel<Body, State>(adapter: SdkAdapter<Body, State>, options: AdapterOptions): ModelClient<Body>;
/** How long a stream may be silent. */
interface IdleLimit {
    readonly provider: string;
    readonly timeoutMs: number;
}
/**
 * Reads a stream and gives up a silent one: from the request to the first chunk, and from chunk to
 * chunk. What opened the stream is told by the signal that it got.
 * @throws {StreamInterrupted} nothing came for too long
 */
export declare function withIdleLimit(open: (signal: AbortSignal) => PromiseLike<AsyncIterable<unknown>> | AsyncIterable<unknown>, until: AbortSignal, limit: IdleLimit): AsyncGenerator<unknown, undefined>;
export {};
