import { defer, finalize, from, Observable } from "rxjs";
import type { LogEvent } from "../events/event.js";
import type { EventStore } from "../store/event-store.js";
import type { Committed, ThreadLog } from "./thread-log.js";

/**
 * A thread's events from an offset on: those that are stored, then those that this process writes, in
 * order and each once. Nobody waits for a slow subscriber: its events are queued. Completes when the
 * thread is closed; a read error is the stream's error.
 */
export function eventsFrom(log: ThreadLog, fromOffset: number): Observable<LogEvent> {
  return new Observable((subscriber) => {
    const { head } = log.state.log;
    // What is written while the stored part is read waits for it.
    let waiting: Committed<LogEvent>[] | null = [];
    const tell = ({ events }: Committed<LogEvent>): void => {
      for (const event of events) if (event.offset >= fromOffset) subscriber.next(event);
    };
    const live = log.written.subscribe((written) => {
      if (waiting === null) tell(written);
      else waiting.push(written);
    });
    const range = { from: fromOffset, to: head - 1 };
    const stored = range.from > range.to ? [] : log.store.read(log.threadId, range); // refuses NaN
    const reading = from(stored).subscribe({
      next: (event) => subscriber.next(event),
      error: (error: unknown) => subscriber.error(error),
      complete: () => {
        for (let next = waiting?.shift(); next !== undefined; next = waiting?.shift()) tell(next);
        waiting = null;
        live.add(() => subscriber.complete()); // at once when the thread was closed meanwhile
      },
    });
    return () => {
      reading.unsubscribe();
      live.unsubscribe();
    };
  });
}

/**
 * Follows a thread that another process (or this one) writes: events from `from` on, then new ones as
 * they are acknowledged. Cold; unsubscribing stops it. Errors are those of `EventStore.follow`.
 */
export function followThread(
  store: EventStore,
  threadId: string,
  options: { readonly from?: number } = {},
): Observable<LogEvent> {
  return defer(() => {
    const stop = new AbortController();
    const events = store.follow(threadId, { ...options, signal: stop.signal });
    return from(events).pipe(finalize(() => stop.abort()));
  });
}

/** What an observable says, for a loop that awaits it: leaving the loop unsubscribes. */
export async function* valuesOf<Value>(
  source: Observable<Value>,
): AsyncGenerator<Value, undefined> {
  const said: (() => Value)[] = [];
  let wake = (): void => undefined;
  const say = (value: () => Value): void => {
    said.push(value);
    wake();
  };
  const subscription = source.subscribe({
    next: (value) => say(() => value),
    error: (error: unknown) =>
      say(() => {
        throw error;
      }),
  });
  subscription.add(() => wake());
  try {
    for (;;) {
      for (let value = said.shift(); value !== undefined; value = said.shift()) yield value();
      if (subscription.closed) return undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    subscription.unsubscribe();
  }
}
