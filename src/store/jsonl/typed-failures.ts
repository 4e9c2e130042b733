import { isSystemError, storageError, readFailed } from "../errors.js";
import type { BlobStore, EventDriver } from "../event-store.js";

type Writes = "append" | "appendLines" | "remove" | "adoptPrefix" | "sync" | "close" | "keepState";

interface DriverParts {
  readonly reading: Omit<EventDriver, Writes | "blobs">;
  readonly writing: Pick<EventDriver, Writes>;
  readonly blobs: BlobStore;
}

/**
 * A driver whose every failure is a `RefoldError`: what the operating system throws, wherever in the
 * driver, becomes `read-failed`, or `write-failed` and `disk-full` where something is to be
 * written.
 */
export function withTypedFailures(
  { reading, writing, blobs }: DriverParts,
  home: string,
): EventDriver {
  const failedReading = (error: unknown): unknown => asReadFailure(error, home);
  const failedWriting = (error: unknown): unknown => asWriteFailure(error, home);
  const { keepState } = writing;
  const { keptStates } = reading;
  return {
    ...(keepState && { keepState: (...args) => keepState(...args) }),
    ...(keptStates && { keptStates: (...args) => keptStates(...args) }),
    append: translated((...args) => writing.append(...args), failedWriting),
    appendLines: translated((...args) => writing.appendLines(...args), failedWriting),
    readLines: (...args) => translatedRuns(reading.readLines(...args), failedReading),
    readRuns: (...args) => translatedRuns(reading.readRuns(...args), failedReading),
    readRunsBackward: (...args) => translatedRuns(reading.readRunsBackward(...args), failedReading),
    has: translated((...args) => reading.has(...args), failedReading),
    first: translated((...args) => reading.first(...args), failedReading),
    head: translated((...args) => reading.head(...args), failedReading),
    followRuns: (...args) => translatedRuns(reading.followRuns(...args), failedReading),
    list: () => translatedRuns(reading.list(), failedReading),
    remove: translated((...args) => writing.remove(...args), failedWriting),
    adoptPrefix: translated((...args) => writing.adoptPrefix(...args), failedWriting),
    sync: translated((...args) => writing.sync(...args), failedWriting),
    blobs: {
      put: translated((...args) => blobs.put(...args), failedWriting),
      get: translated((...args) => blobs.get(...args), failedReading),
      has: translated((...args) => blobs.has(...args), failedReading),
    },
    close: translated(() => writing.close(), failedWriting),
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

function asReadFailure(error: unknown, home: string): unknown {
  return isSystemError(error) ? readFailed(fileOf(error) ?? home, error) : error;
}

function asWriteFailure(error: unknown, home: string): unknown {
  return isSystemError(error) ? storageError(fileOf(error) ?? home, "writing", error) : error;
}

function fileOf(error: Error): string | undefined {
  return "path" in error && typeof error.path === "string" ? error.path : undefined;
}
