import type { ModelInfo, TokenEncoding } from "../../models/model-info.js";
import { contentEstimator } from "./content-estimator.js";
import type { TokenEstimator } from "./token-estimator.js";
import { TokenizerUnavailable } from "./tokenizer-unavailable.js";

/** Special tokens' names in a conversation are text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Loads the tokenizer of an encoding: exact for texts. Nothing is loaded before this is called, and
 * nothing is fetched; the optional peer dependency `gpt-tokenizer` holds the tables.
 * @throws {TokenizerUnavailable} `gpt-tokenizer` is not installed
 */
export async function loadTokenCounter(encoding: TokenEncoding): Promise<(text: string) => number> {
  const { countTokens } = await importEncoding(encoding).catch((cause: unknown) => {
    throw new TokenizerUnavailable(
      `the tokenizer for ${encoding} could not be loaded`,
      "install gpt-tokenizer beside refold",
      { cause },
    );
  });
  return (text) => countTokens(text, AS_TEXT);
}

/**
 * An estimator whose texts are exact for a model with an offline tokenizer; roles, tool framing and
 * images stay estimates.
 * @throws {TokenizerUnavailable} the model has no offline tokenizer, or it is not installed
 */
export async function exactEstimatorFor(model: ModelInfo): Promise<TokenEstimator> {
  const { encoding, id } = model;
  if (encoding === null) {
    throw new TokenizerUnavailable(
      `there is no offline tokenizer for model ${id}`,
      "count with the provider's own client (countWithClient), or calibrate on reported usage",
    );
  }
  return contentEstimator(`exact:${encoding}`, model, await loadTokenCounter(encoding));
}

/** Literal names, so that bundlers and the type checker see them. */
function importEncoding(encoding: TokenEncoding) {
  switch (encoding) {
    case "o200k_base":
      return import("gpt-tokenizer/encoding/o200k_base");
    case "o200k_harmony":
      return import("gpt-tokenizer/encoding/o200k_harmony");
    case "cl100k_base":
      return import("gpt-tokenizer/encoding/cl100k_base");
  }
}
