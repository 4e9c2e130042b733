import { RefoldError } from "../../errors.js";
import type { ModelInfo, TokenEncoding } from "../../models/model-info.js";
import { contentEstimator } from "./content-estimator.js";
import type { TokenEstimator } from "./token-estimator.js";

/** Special tokens' names in a conversation are text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Loads the tokenizer of an encoding: exact for texts. Nothing is loaded before this is called, and
 * nothing is fetched; the optional peer dependency `gpt-tokenizer` holds the tables.
 * @throws {RefoldError} `tokenizer-unavailable`: `gpt-tokenizer` is not installed
 */
export async function loadTokenCounter(encoding: TokenEncoding): Promise<(text: string) => number> {
  const remedy = "install gpt-tokenizer beside refold";
  const message = `the tokenizer for ${encoding} could not be loaded`;
  const loaded = await importEncoding(encoding).catch((cause: unknown) => {
    throw tokenizerUnavailable(message, remedy, { cause });
  });
  if (!isEncoding(loaded)) throw tokenizerUnavailable(message, remedy);
  return (text) => loaded.countTokens(text, AS_TEXT);
}

/**
 * An estimator whose texts are exact for a model with an offline tokenizer; roles, tool framing and
 * images stay estimates.
 * @throws {RefoldError} `tokenizer-unavailable`: the model has no offline tokenizer, or it is not
 *   installed
 */
export async function exactEstimatorFor(model: ModelInfo): Promise<TokenEstimator> {
  const { encoding, id } = model;
  if (encoding === null) {
    throw tokenizerUnavailable(
      `there is no offline tokenizer for model ${id}`,
      "count with the provider's own client (countWithClient), or calibrate on reported usage",
    );
  }
  return contentEstimator(`exact:${encoding}`, model, await loadTokenCounter(encoding));
}

interface Encoding {
  readonly countTokens: (text: string, options: typeof AS_TEXT) => number;
}

/** The name is no literal: bundlers fail on one whose package is not installed. */
function importEncoding(encoding: TokenEncoding): Promise<unknown> {
  const name = `gpt-tokenizer/encoding/${encoding}`;
  return import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}

function isEncoding(loaded: unknown): loaded is Encoding {
  return (
    typeof loaded === "object" &&
    loaded !== null &&
    "countTokens" in loaded &&
    typeof loaded.countTokens === "function"
  );
}

/**
 * Counts a request body exactly, by the provider's own endpoint, through the caller's own client:
 * Anthropic's `messages.countTokens`, Google's `models.countTokens`, OpenAI's
 * `responses/input_tokens`.
 *
 * @param body what the counting endpoint takes; for Anthropic see `toCountTokensBody`
 * @param count calls the endpoint; its errors pass through
 * @returns tokens of the whole input
 * @throws {RefoldError} `invalid-response`: the answer holds no count
 * @example await countWithClient(toCountTokensBody(body), (b) => client.messages.countTokens(b))
 */
export async function countWithClient<Body>(
  body: Body,
  count: (body: Body) => Promise<unknown>,
): Promise<number> {
  const answer = await count(body);
  const tokens = typeof answer === "object" && answer !== null ? countIn(answer) : answer;
  if (typeof tokens !== "number" || !Number.isInteger(tokens) || tokens < 0) {
    const message = "the counting call's answer holds no input_tokens, totalTokens or number";
    throw new RefoldError("invalid-response", { provider: null }, { message });
  }
  return tokens;
}

function countIn(answer: object): unknown {
  if ("input_tokens" in answer) return answer.input_tokens;
  return "totalTokens" in answer ? answer.totalTokens : undefined;
}

/**
 * The members of a Messages body that Anthropic's `count_tokens` takes, by the types of
 * `@anthropic-ai/sdk` 1.12; it refuses the others.
 */
const COUNTED_MEMBERS = [
  ...(["model", "messages", "system", "tools", "tool_choice", "thinking"] as const),
  ...(["output_config", "cache_control", "speed"] as const), // an answer's schema is input
  ...(["betas", "context_management", "compaction", "mcp_servers"] as const),
] as const;

/** An Anthropic Messages body without what its counting endpoint refuses (`max_tokens`, `stream`, …). */
export function toCountTokensBody<Body extends object>(
  body: Body,
): Pick<Body, Extract<keyof Body, (typeof COUNTED_MEMBERS)[number]>> {
  const members = Object.entries(body).filter(([name]) =>
    COUNTED_MEMBERS.some((counted) => counted === name),
  );
  // Object.fromEntries forgets the members' names; the filter above keeps exactly these.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Object.fromEntries(members) as Pick<
    Body,
    Extract<keyof Body, (typeof COUNTED_MEMBERS)[number]>
  >;
}

function tokenizerUnavailable(
  message: string,
  remedy: string,
  options?: ErrorOptions,
): RefoldError<"tokenizer-unavailable"> {
  return new RefoldError("tokenizer-unavailable", {}, { message, remedy }, options);
}
