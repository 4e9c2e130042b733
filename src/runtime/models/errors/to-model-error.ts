import { RefoldError } from "../../../errors.js";
import { ContextWindowExceeded } from "./context-window-exceeded.js";
import { ImageRefused } from "./image-refused.js";
import { InvalidRequest } from "./invalid-request.js";
import type { ModelError } from "./model-error.js";
import { Overloaded } from "./overloaded.js";
import { RateLimited } from "./rate-limited.js";
import { readFailure, type SaidFailure } from "./read-failure.js";
import { StreamInterrupted } from "./stream-interrupted.js";
import { Unauthorized } from "./unauthorized.js";

/**
 * The typed error for what a client threw, or for an error that stood in a stream.
 * @returns errors of this library as they are; `StreamInterrupted` for what says nothing of an
 *   answer: no connection, a connection that broke, a chunk that is no JSON
 */
export function toModelError(provider: string, error: unknown): RefoldError {
  if (error instanceof RefoldError) return error;
  const said = readFailure(error);
  const { status, retryAfterMs } = said;
  const failure = { provider, status, reason: said.reasons[0] ?? null, cause: error };
  switch (kindOf(said)) {
    case "context-window":
      return new ContextWindowExceeded(failure);
    case "rate-limit":
      return new RateLimited({ ...failure, retryAfterMs });
    case "overload":
      return new Overloaded(failure);
    case "authorization":
      return new Unauthorized(failure);
    case "image":
      return new ImageRefused(failure);
    case "request":
      return new InvalidRequest(failure);
    case "interruption":
      return new StreamInterrupted(failure);
  }
}

/** True for an error behind which the same request may well succeed. */
export function isTransient(error: unknown): error is ModelError {
  return error instanceof Object && "isTransient" in error && error.isTransient === true;
}

type Kind =
  | "context-window"
  | "rate-limit"
  | "overload"
  | "authorization"
  | "image"
  | "request"
  | "interruption";

/**
 * Sentences that say the window is full where the code does not: Anthropic ("prompt is too long:
 * 207791 tokens > 200000 maximum", "input length and `max_tokens` exceed context limit: …"), Google
 * ("The input token count (1200293) exceeds the maximum number of tokens allowed (1048576)"), OpenAI
 * and servers like it ("maximum context length is …", "exceeds the context window"). Read in issue
 * reports of their clients, 2026-11-21.
 */
const WINDOW_SENTENCE =
  /prompt is too long|exceeds? (?:the )?context (?:limit|window|size|length)|maximum context length|input token count.*exceeds the maximum/;
const WINDOW_REASONS = ["context_length_exceeded", "request_too_large", "context_exceeded"];
/**
 * Sentences that say an image is none: OpenAI ("The image data you provided does not represent a valid
 * image"), Anthropic ("Could not process image", "image cannot be empty", "image exceeds 5 MB
 * maximum", "… using the image/png media type, but the image appears to be …"), Google ("Unable to
 * process input image"). Read in issue reports of their clients, 2026-11-22.
 */
const IMAGE_SENTENCE =
  /does not represent a valid image|could not process image|image cannot be empty|image exceeds|image dimensions exceed|but the image appears to be|unable to process input image/;
const IMAGE_REASONS = ["invalid_image", "invalid_image_format", "image_parse_error"];
/** Out of credit: waiting does not help. */
const ACCOUNT_REASONS = [
  ...["insufficient_quota", "billing_error", "billing_hard_limit_reached"],
  ...["authentication_error", "permission_error", "invalid_api_key", "API_KEY_INVALID"],
  ...["UNAUTHENTICATED", "PERMISSION_DENIED"],
];
const LIMIT_REASONS = ["rate_limit_exceeded", "rate_limit_error", "RESOURCE_EXHAUSTED"];
const OVERLOAD_REASONS = [
  ...["overloaded_error", "api_error", "timeout_error", "server_error", "server_is_overloaded"],
  ...["slow_down", "engine_overloaded", "UNAVAILABLE", "INTERNAL", "DEADLINE_EXCEEDED", "ABORTED"],
];
const REQUEST_REASONS = [
  ...["invalid_request_error", "invalid_prompt", "not_found_error", "INVALID_ARGUMENT"],
  ...["FAILED_PRECONDITION", "NOT_FOUND", "OUT_OF_RANGE"],
];
/** Timeouts and conflicts of the server's own: 408, 409, 425. */
const RETRIED_STATUSES = new Set([408, 409, 425]);

function kindOf({ status, reasons, sentences }: SaidFailure): Kind {
  const says = (known: readonly string[]) => reasons.some((reason) => known.includes(reason));
  const serverFailed = status !== null && status >= 500;
  if (says(WINDOW_REASONS) || status === 413) return "context-window";
  if (!serverFailed && status !== 429 && WINDOW_SENTENCE.test(sentences)) return "context-window";
  if (says(ACCOUNT_REASONS) || status === 401 || status === 402 || status === 403) {
    return "authorization";
  }
  if (status === 429 || says(LIMIT_REASONS)) return "rate-limit";
  if (serverFailed || (status !== null && RETRIED_STATUSES.has(status))) return "overload";
  if (says(IMAGE_REASONS) || IMAGE_SENTENCE.test(sentences)) return "image";
  if (status !== null) return "request";
  if (says(OVERLOAD_REASONS)) return "overload";
  return says(REQUEST_REASONS) ? "request" : "interruption";
}
