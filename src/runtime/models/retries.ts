import type { RefoldError } from "../../errors.js";
import { isTransient, type TransientCode } from "../errors.js";
import { setTimeout as timeout } from "node:timers/promises";
import { defer, type Observable, retry, throwError } from "rxjs";
import { untilAborted } from "./until-aborted.js";

/** How often, and how soon, a request that failed for a passing reason is sent again. */
export interface RetryPolicy {
  /** Requests at most, the first included. Default: 5. */
  readonly attempts?: number;
  /** The first delay, in milliseconds; it doubles each time. Default: 500. */
  readonly firstDelayMs?: number;
  /** Default: 30,000. */
  readonly maxDelayMs?: number;
  /** A provider that asks for a longer wait is not waited for. Default: 120,000. */
  readonly maxRetryAfterMs?: number;
  /** From 0 (inclusive) to 1: the jitter's source. Default: `Math.random`. */
  readonly random?: () => number;
  /** Default: the system's timer. */
  readonly wait?: (delayMs: number, signal?: AbortSignal) => Promise<unknown>;
}

/** A request is about to be sent again: what its answer had said so far does not count. */
export interface Retrying {
  readonly type: "retrying";
  /** Of the request that comes; the first one was 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: RefoldError<TransientCode>;
}

/**
 * Sends a request again after transient errors: exponential back-off with jitter, and never sooner
 * than the provider asks. Other errors, and the last one, arrive as they are; the signal as `aborted`,
 * also where who answers does not listen to it.
 */
export function withRetries<Answer>(
  answers: Observable<Answer>,
  policy: RetryPolicy,
  about: {
    /** As an abort's error names it. */
    readonly provider: string;
    readonly signal?: AbortSignal | undefined;
    readonly onRetry?: ((retrying: Retrying) => void) | undefined;
  },
): Observable<Answer> {
  const { attempts = 5, wait = waitFor } = policy;
  return answers.pipe(
    retry({
      count: Math.max(0, attempts - 1),
      delay: (error: unknown, count) => {
        const delayMs = isTransient(error) ? delayOf(error, count, policy) : null;
        if (!isTransient(error) || delayMs === null) return throwError(() => error);
        about.onRetry?.({ type: "retrying", attempt: count + 1, delayMs, error });
        return defer(() => wait(delayMs, about.signal));
      },
    }),
    untilAborted(about.provider, about.signal),
  );
}

/** In milliseconds; null: longer than anybody waits. */
function delayOf(
  error: RefoldError<TransientCode>,
  count: number,
  policy: RetryPolicy,
): number | null {
  const { firstDelayMs = 500, maxDelayMs = 30_000, maxRetryAfterMs = 120_000 } = policy;
  const random = policy.random ?? Math.random;
  const full = Math.min(maxDelayMs, firstDelayMs * 2 ** (count - 1));
  const backOff = Math.round(full / 2 + (full / 2) * random());
  const asked = error.details.retryAfterMs ?? 0;
  return asked > maxRetryAfterMs ? null : Math.max(asked, backOff);
}

function waitFor(delayMs: number, signal?: AbortSignal): Promise<unknown> {
  return timeout(delayMs, undefined, signal === undefined ? {} : { signal });
}
