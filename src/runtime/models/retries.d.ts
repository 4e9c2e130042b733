import { type Observable } from "rxjs";
import { type ModelError } from "../errors.js";
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
    readonly error: ModelError;
}
/**
 * Sends a request again behind transient errors: exponential back-off with jitter, and never sooner
 * than the provider asks. Other errors, and the last one, arrive as they are.
 */
export declare function withRetries<Answer>(answers: Observable<Answer>, policy: RetryPolicy, about: {
    readonly signal?: AbortSignal;
    readonly onRetry?: (retrying: Retrying) => void;
}): Observable<Answer>;
