import type { LogEvent } from "../events/event.js";

/**
 * The events of runs, one at a time. By hand, because an async generator takes several turns of the
 * microtask queue for each event, which would cost a full reading a tenth of its time. For one
 * consumer that asks for the next event when it has the last.
 */
export function eventsOfRuns(
  runs: AsyncIterable<readonly LogEvent[]>,
): AsyncIterableIterator<LogEvent, undefined> {
  const source = runs[Symbol.asyncIterator]();
  let run: readonly LogEvent[] = [];
  let index = 0;

  async function nextOfNextRun(): Promise<IteratorResult<LogEvent, undefined>> {
    for (;;) {
      const next = await source.next();
      if (next.done === true) return { value: undefined, done: true };
      run = next.value;
      index = 1;
      if (run[0] !== undefined) return { value: run[0], done: false };
    }
  }

  return {
    next() {
      const value = run[index];
      if (value === undefined) return nextOfNextRun();
      index += 1;
      return Promise.resolve({ value, done: false });
    },
    async return() {
      run = [];
      await source.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
