import { Observable } from "rxjs";
import type { ProviderResponse } from "../../projections/providers/provider.js";
import { Aborted } from "./errors/aborted.js";
import type { ModelEvent } from "./model-client.js";

/** Says what happens, until its signal says that nobody listens any more. */
export type StreamTask = (
  emit: (event: ModelEvent) => void,
  signal: AbortSignal,
) => Promise<ProviderResponse>;

/**
 * A model's stream as an observable: what the task says on its way, then its answer. Unsubscribing
 * aborts the task; the caller's signal does too, and arrives as `Aborted` at once.
 */
export function modelStream(
  provider: string,
  task: StreamTask,
  signal?: AbortSignal,
): Observable<ModelEvent> {
  return new Observable((subscriber) => {
    const controller = new AbortController();
    const giveUp = () => {
      subscriber.error(new Aborted({ provider, cause: signal?.reason }));
    };
    if (signal?.aborted === true) {
      giveUp();
      return undefined;
    }
    signal?.addEventListener("abort", giveUp, { once: true });
    task((event) => subscriber.next(event), controller.signal).then(
      (response) => {
        for (const event of answerEvents(response)) subscriber.next(event);
        subscriber.complete();
      },
      (error: unknown) => {
        // Behind an abort the error has nobody left to tell: it is the abort's echo.
        if (!controller.signal.aborted) subscriber.error(error);
      },
    );
    return () => {
      signal?.removeEventListener("abort", giveUp);
      controller.abort();
    };
  });
}

function answerEvents(response: ProviderResponse): readonly ModelEvent[] {
  return [
    ...response.items.map((item) => ({ type: "item" as const, item })),
    ...(response.usage === null ? [] : [{ type: "usage" as const, usage: response.usage }]),
    { type: "finished", response },
  ];
}
