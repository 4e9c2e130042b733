import { type MonoTypeOperatorFunction, Observable, takeUntil } from "rxjs";
import type { RefoldError } from "../../errors.js";
import { modelError } from "../errors.js";

/**
 * Fails with `aborted` as soon as the signal says so, whatever the source does: models, summaries and
 * strategies of the caller's own may not listen to it. The source is unsubscribed from.
 * @param provider as the error names it
 */
export function untilAborted<Value>(
  provider: string,
  signal: AbortSignal | undefined,
): MonoTypeOperatorFunction<Value> {
  return takeUntil(
    new Observable<never>((subscriber) => {
      if (signal === undefined) return undefined;
      const fail = () => subscriber.error(abortedBy(provider, signal));
      if (signal.aborted) fail();
      signal.addEventListener("abort", fail, { once: true });
      return () => signal.removeEventListener("abort", fail);
    }),
  );
}

export function abortedBy(provider: string, signal: AbortSignal): RefoldError<"aborted"> {
  return modelError("aborted", { provider, cause: signal.reason });
}
