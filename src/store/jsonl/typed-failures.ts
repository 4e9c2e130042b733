import { isSystemError, storageError, readFailed } from "../errors.js";
import type { KeptState } from "../../events/event-source.js";
import type { EventDriver } from "../event-store.js";

/**
 * A driver whose every failure is a `RefoldError`: what the operating system throws, wherever in the
 * driver, becomes `read-failed`, or `write-failed` and `disk-full` where something is to be
 * written.
 */
export function withTypedFailures(
  driver: EventDriver & Required<Pick<EventDriver, "holds" | "keepState" | "keptStates">>,
  home: string,
): EventDriver {
  const failedReading = (error: unknown): unknown => asReadFailure(error, home);
  const failedWriting = (error: unknown): unknown => asWriteFailure(error, home);
  const { blobs, keepState, keptStates } = driver;
  return {
    keepState,
    keptStates: (threadId) => translatedStates(() => keptStates(threadId), failedReading),
    append: translated((...args) => driver.append(...args), failedWriting),
    appendLines: translated((...args) => driver.appendLines(...args), failedWriting),
    readLines: (...args) => translatedRuns(driver.readLines(...args), failedReading),
    readRuns: (...args) => translatedRuns(driver.readRuns(...args), failedReading),
    readRunsBackward: (...args) => translatedRuns(driver.readRunsBackward(...args), failedReading),
    has: translated((...args) => driver.has(...args), failedReading),
    holds: translated((...args) => driver.holds(...args), failedReading),
    first: translated((...args) => driver.first(...args), failedReading),
    head: translated((...args) => driver.head(...args), failedReading),
    followRuns: (...args) => translatedRuns(driver.followRuns(...args), failedReading),
    list: () => translatedRuns(driver.list(), failedReading),
    remove: translated((...args) => driver.remove(...args), failedWriting),
    adoptPrefix: translated((...args) => driver.adoptPrefix(...args), failedWriting),
    sync: translated((...args) => driver.sync(...args), failedWriting),
    blobs: {
      put: translated((...args) => blobs.put(...args), failedWriting),
      get: translated((...args) => blobs.get(...args), failedReading),
      has: translated((...args) => blobs.has(...args), failedReading),
    },
    close: translated(() => driver.close(), failedWriting),
  };
}

/** What writes, its failures as those of a driver's. */
export function withTypedWriting<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  home: string,
): (...args: Args) => Promise<Result> {
  return translated(work, (error) => asWriteFailure(error, home));
}

function translated<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  translate: (error: unknown) => unknown,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      throw translate(error);
    }
  };
}

async function* translatedRuns<Run>(
  runs: AsyncIterable<Run>,
  translate: (error: unknown) => unknown,
): AsyncGenerator<Run, void, undefined> {
  try {
    for await (const run of runs) yield run; // `yield*` would wait for each three times
  } catch (error) {
    throw translate(error);
  }
}

/** Where a state's items are is looked up in the thread's log, and its failures are those of a reading. */
function translatedStates(
  find: () => readonly KeptState[],
  translate: (error: unknown) => unknown,
): readonly KeptState[] {
  try {
    return find().map((kept) => ({ ...kept, items: translated(() => kept.items(), translate) }));
  } catch (error) {
    throw translate(error);
  }
}

/** What the system refused to read, with the file. */
export function asReadFailure(error: unknown, home: string): unknown {
  return isSystemError(error) ? readFailed(fileOf(error) ?? home, error) : error;
}

function asWriteFailure(error: unknown, home: string): unknown {
  return isSystemError(error) ? storageError(fileOf(error) ?? home, "writing", error) : error;
}

function fileOf(error: Error): string | undefined {
  return "path" in error && typeof error.path === "string" ? error.path : undefined;
}
