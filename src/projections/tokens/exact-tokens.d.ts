import { RefoldError } from "../../errors.js";
import type { ModelInfo, TokenEncoding } from "../../models/model-info.js";
import type { TokenEstimator } from "./token-estimator.js";
/**
 * Loads the tokenizer of an encoding: exact for texts. Nothing is loaded before this is called, and
 * nothing is fetched; the optional peer dependency `gpt-tokenizer` holds the tables.
 * @throws {TokenizerUnavailable} `gpt-tokenizer` is not installed
 */
export declare function loadTokenCounter(encoding: TokenEncoding): Promise<(text: string) => number>;
/**
 * An estimator whose texts are exact for a model with an offline tokenizer; roles, tool framing and
 * images stay estimates.
 * @throws {TokenizerUnavailable} the model has no offline tokenizer, or it is not installed
 */
export declare function exactEstimatorFor(model: ModelInfo): Promise<TokenEstimator>;
/** A counting endpoint answered with something that holds no count. */
export declare class InvalidTokenCount extends RefoldError {
    readonly code = "invalid-response";
    readonly name = "InvalidTokenCount";
    constructor();
}
/**
 * Counts a request body exactly, by the provider's own endpoint, through the caller's own client:
 * Anthropic's `messages.countTokens`, Google's `models.countTokens`, OpenAI's
 * `responses/input_tokens`.
 *
 * @param body what the counting endpoint takes; for Anthropic see `toCountTokensBody`
 * @param count calls the endpoint; its errors pass through
 * @returns tokens of the whole input
 * @throws {InvalidTokenCount} the answer holds no count
 * @example await countWithClient(toCountTokensBody(body), (b) => client.messages.countTokens(b))
 */
export declare function countWithClient<Body>(body: Body, count: (body: Body) => Promise<unknown>): Promise<number>;
/** The members of a Messages body that Anthropic's `count_tokens` takes; it refuses the others. */
declare const COUNTED_MEMBERS: readonly ["model", "messages", "system", "tools", "tool_choice", "thinking"];
/** An Anthropic Messages body without what its counting endpoint refuses (`max_tokens`, `stream`, …). */
export declare function toCountTokensBody<Body extends object>(body: Body): Pick<Body, Extract<keyof Body, (typeof COUNTED_MEMBERS)[number]>>;
export {};
