import { isRefoldError, type RefoldError } from "../../errors.js";
import { modelError, type ModelErrorCode } from "../errors.js";
import { isJsonObject, parseJson } from "../../events/json.js";

/**
 * The typed error for what a client threw, or for an error that stood in a stream.
 * @returns errors of this library as they are; `stream-interrupted` for what says nothing of an
 *   answer: no connection, a connection that broke, a chunk that is no JSON
 */
export function toModelError(provider: string, error: unknown): RefoldError {
  if (isRefoldError(error)) return error;
  const said = readFailure(error);
  const { status, retryAfterMs } = said;
  const code = codeOf(said);
  return modelError(code, {
    ...{ provider, status, reason: said.reasons[0] ?? null, cause: error },
    ...(code === "rate-limited" && { retryAfterMs }),
  });
}

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
  ...["service_unavailable", "internal_error"],
];
const REQUEST_REASONS = [
  ...["invalid_request_error", "invalid_prompt", "not_found_error", "INVALID_ARGUMENT"],
  ...["FAILED_PRECONDITION", "NOT_FOUND", "OUT_OF_RANGE"],
  ...["invalid_request", "prohibited_content"],
];
/** Timeouts and conflicts of the server's own: 408, 409, 425. */
const RETRIED_STATUSES = new Set([408, 409, 425]);

function codeOf({ status, reasons, sentences }: SaidFailure): ModelErrorCode {
  const said = new Set(reasons.map((reason) => reason.toLowerCase())); // Google has both spellings
  const says = (known: readonly string[]) => known.some((word) => said.has(word.toLowerCase()));
  const serverFailed = status !== null && status >= 500;
  if (says(WINDOW_REASONS) || status === 413) return "context-window-exceeded";
  if (!serverFailed && status !== 429 && WINDOW_SENTENCE.test(sentences)) {
    return "context-window-exceeded";
  }
  if (says(ACCOUNT_REASONS) || status === 401 || status === 402 || status === 403) {
    return "unauthorized";
  }
  if (status === 429 || says(LIMIT_REASONS)) return "rate-limited";
  if (serverFailed || (status !== null && RETRIED_STATUSES.has(status))) return "overloaded";
  if (says(IMAGE_REASONS) || IMAGE_SENTENCE.test(sentences)) return "image-refused";
  if (status !== null) return "invalid-request";
  if (says(OVERLOAD_REASONS)) return "overloaded";
  return says(REQUEST_REASONS) ? "invalid-request" : "stream-interrupted";
}

/** What a client's error says, whatever the client. */
interface SaidFailure {
  /** HTTP status; null: there was no answer, or it had begun already. */
  readonly status: number | null;
  /** Codes, types and statuses in the provider's words, most telling first. */
  readonly reasons: readonly string[];
  /** Every sentence of it, in lower case: some failures are told by nothing else. */
  readonly sentences: string;
  /** In milliseconds; null: it did not say. */
  readonly retryAfterMs: number | null;
}

/**
 * Reads an error of a client, or an error that is in a stream. The official clients, gateways
 * and the AI SDK nest the API's answer in their own ways (as an object, as a text, as a text in a
 * text): whatever is JSON inside is looked at.
 */
function readFailure(error: unknown): SaidFailure {
  const layers = layersOf(error, 0);
  const status = layers.map(statusOf).find((found) => found !== null) ?? null;
  const reasons = layers.flatMap(reasonsOf);
  const sentences = layers.flatMap(({ message }) => (typeof message === "string" ? message : []));
  const retryAfterMs = layers.map(retryAfterOf).find((found) => found !== null) ?? null;
  return {
    status,
    reasons: [...new Set(reasons)],
    sentences: sentences.join("\n").toLowerCase(),
    retryAfterMs,
  };
}

type Layer = Readonly<Record<string, unknown>>;

/** Deepest that an answer was seen to be wrapped: client, body, `error`, JSON in its message, `error`. */
const MAX_DEPTH = 8;
const NESTED = ["error", "data", "responseBody", "response", "message", "body", "cause"];

/** The innermost last: what is further in was said by the API itself. */
function layersOf(value: unknown, depth: number): readonly Layer[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === "string") return layersOf(jsonIn(value), depth + 1);
  if (Array.isArray(value)) return value.flatMap((element) => layersOf(element, depth + 1));
  if (!isJsonObject(value)) return [];
  return [value, ...NESTED.flatMap((key) => layersOf(value[key], depth + 1))];
}

/** The JSON that a text holds from its first brace on; null: none. */
function jsonIn(text: string): unknown {
  const start = text.search(/[{[]/);
  return start === -1 ? null : (parseJson(text.slice(start)) ?? null); // else a sentence with a brace
}

function statusOf(layer: Layer): number | null {
  const found = [layer["status"], layer["statusCode"], layer["code"]].find(
    (value) => typeof value === "number" && value >= 400 && value < 600,
  );
  return typeof found === "number" ? found : null;
}

function detailsOf({ details }: Layer): readonly Layer[] {
  return Array.isArray(details) ? details.filter(isJsonObject) : [];
}

function reasonsOf(layer: Layer): readonly string[] {
  const said = [layer["code"], layer["type"], layer["status"]];
  return [...said, ...detailsOf(layer).map(({ reason }) => reason)].flatMap((value) =>
    typeof value === "string" && /^[A-Za-z][A-Za-z_]+$/.test(value) && value !== "error"
      ? value
      : [],
  );
}

function retryAfterOf(layer: Layer): number | null {
  const headers = layer["headers"] ?? layer["responseHeaders"];
  return (
    milliseconds(headerOf(headers, "retry-after-ms"), 1) ??
    milliseconds(headerOf(headers, "retry-after"), 1000) ??
    retryDelayOf(layer)
  );
}

/** `Headers`, or a plain object with names in lower case. */
function headerOf(headers: unknown, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = isJsonObject(headers) ? headers[name] : null;
  return typeof value === "string" ? value : null;
}

/** A number of the unit, or a date (RFC 9110 §10.2.3). */
function milliseconds(text: string | null, unitMs: number): number | null {
  if (text === null || text === "") return null;
  const count = Number(text);
  const delay = Number.isNaN(count) ? Date.parse(text) - Date.now() : count * unitMs;
  return Number.isNaN(delay) ? null : Math.max(0, Math.round(delay));
}

/** Google's `RetryInfo`: `{"retryDelay": "12.5s"}` among the details. */
function retryDelayOf(layer: Layer): number | null {
  for (const { retryDelay: delay } of detailsOf(layer)) {
    const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
    if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  }
  return null;
}
