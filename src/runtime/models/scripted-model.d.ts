import type { Item } from "../../events/item.js";
import type { Usage } from "../../events/slices.js";
import type { FinishReason } from "../../projections/providers/provider.js";
import type { RequestSerializer } from "../sent-request.js";
import { type ModelClient, type ModelRequest } from "./model-client.js";
/** An answer of a script: a text, or items; an error is what the request fails with. */
export type ScriptedAnswer = string | Error | {
    readonly items: readonly Item[];
    readonly usage?: Usage;
    /** Default: `tool-calls` when there is a call among the items, else `stop`. */
    readonly finish?: FinishReason;
};
/** One step of a script: an answer, or what makes one of the request. */
export type ScriptStep = ScriptedAnswer | ((request: ModelRequest, about: {
    readonly signal: AbortSignal;
}) => ScriptedAnswer | Promise<ScriptedAnswer>);
export interface ScriptedModelOptions {
    /** Default: `scripted`. */
    readonly model?: string;
    /** Default: `scripted`. */
    readonly provider?: string;
    /** In tokens. */
    readonly contextWindow?: number;
    /** Default: that of OpenAI's Responses API. */
    readonly serializer?: RequestSerializer<unknown>;
}
/** A model that answers by a script, and remembers what it was asked. */
export interface ScriptedModel extends ModelClient {
    /** Every request, oldest first; those that failed too. */
    readonly requests: readonly ModelRequest[];
}
/**
 * A model for tests and demos: the n-th request gets the n-th answer; a text is said word by word.
 * A request behind the script's end fails with `InvalidArgument`.
 */
export declare function scriptedModel(script: readonly ScriptStep[], options?: ScriptedModelOptions): ScriptedModel;
