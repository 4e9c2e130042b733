import { RefoldError, isRefoldError, type ErrorText, type RequestFailure } from "../errors.js";
import { rankNames } from "../nearest-names.js";

/** What is known of a request that failed; `cause` is what the client threw. */
type ModelFailure = Pick<RequestFailure, "provider"> &
  Partial<RequestFailure> & { readonly cause?: unknown };

/** The codes of a request that no model answered. */
export type ModelErrorCode =
  | "context-window-exceeded"
  | "rate-limited"
  | "overloaded"
  | "stream-interrupted"
  | "unauthorized"
  | "image-refused"
  | "invalid-request"
  | "aborted";

const PROBLEMS: Readonly<Record<ModelErrorCode, ErrorText>> = {
  "context-window-exceeded": {
    message: "the request is larger than the context window",
    remedy: "Compact the thread, or trim it.",
  },
  "rate-limited": { message: "too many requests" },
  overloaded: { message: "the provider is overloaded" },
  "stream-interrupted": { message: "the answer was interrupted" },
  unauthorized: {
    message: "the key or the account is not authorised",
    remedy: "Check the key, the account's credit and its access to the model.",
  },
  "image-refused": { message: "an image of the request cannot be read" },
  "invalid-request": { message: "the request was refused" },
  aborted: { message: "the request was aborted" },
};

/** A model did not answer. The provider's own words are in `cause`. */
export function modelError<Code extends ModelErrorCode>(
  code: Code,
  { provider, status = null, reason = null, retryAfterMs = null, cause }: ModelFailure,
): RefoldError<Code> {
  const { message, remedy } = PROBLEMS[code];
  const known = [status === null ? [] : `status ${status}`, reason ?? []].flat().join(", ");
  const text = { message: `${provider}: ${message}${known === "" ? "" : ` (${known})`}`, remedy };
  return new RefoldError(code, { provider, status, reason, retryAfterMs }, text, { cause });
}

/** True for an error after which the same request may well succeed. */
export function isTransient(error: unknown): error is RefoldError<TransientCode> {
  return isRefoldError(error, "rate-limited", "overloaded", "stream-interrupted");
}

export type TransientCode = "rate-limited" | "overloaded" | "stream-interrupted";

/** Whether a model did not answer. */
export function isModelError(error: unknown): error is RefoldError<ModelErrorCode> {
  return isRefoldError(error) && Object.hasOwn(PROBLEMS, error.code);
}

/** The summary could not be made. Nothing was changed; `cause` is what the model failed with last. */
export function compactionFailed(why: string, cause?: unknown): RefoldError<"compaction-failed"> {
  const message = `the history could not be summarised: ${why}`;
  return new RefoldError("compaction-failed", {}, { message }, { cause });
}

/** The error for a result without a call, with the calls that wait. */
export function noSuchCall(
  callId: string,
  waiting: readonly string[],
): RefoldError<"no-such-call"> {
  const nearest = rankNames(callId, waiting);
  const message = `no call ${JSON.stringify(callId)} waits for a result`;
  const none = "No call waits: add the model's answer with its calls first.";
  const remedy = nearest.length === 0 ? none : `Waiting: ${nearest.join(", ")}.`;
  return new RefoldError("no-such-call", { callId, waiting: nearest }, { message, remedy });
}

/** The error for an unknown provider, with the names that there are. */
export function unknownProvider(
  provider: string,
  known: readonly string[],
): RefoldError<"unknown-provider"> {
  const nearest = rankNames(provider, known);
  const message = `there is no provider ${JSON.stringify(provider)}`;
  const remedy = `did you mean ${nearest.slice(0, 1).join("")}? There are ${nearest.join(", ")}.`;
  return new RefoldError("unknown-provider", { provider, nearest }, { message, remedy });
}

/** A message that no provider can carry. Nothing was written. */
export function unsupportedContent(
  why: string,
  remedy?: string,
): RefoldError<"unsupported-content"> {
  const message = `no provider can carry this message: ${why}`;
  return new RefoldError("unsupported-content", {}, { message, remedy });
}
