import { createHash } from "node:crypto";
import type { LogEvent } from "../events/event.js";
import { namedHashes } from "../events/named-hashes.js";
import type { ForkPoint } from "../events/thread.js";
import type { BlobHash } from "../events/primitives.js";
import type { EventStore } from "../store/event-store.js";
import { forkPoint } from "../store/fork-thread.js";
import { nodeFileSystem } from "../store/jsonl/file-system.js";
import { findFirstEvent } from "../store/jsonl/find-batch.js";
import type { Place } from "../store/jsonl/home.js";
import { type LogFile, logChunks } from "../store/jsonl/log-file.js";
import { openByContent, openOwnLog } from "../store/jsonl/open-log.js";
import { type ReadEnd, readRuns } from "../store/jsonl/read-runs.js";

/** The log of a thread in a home, without those of its ancestors; `using` closes it. */
export function ownLog(place: Place, threadId: string): LogFile & Disposable {
  return closing(openOwnLog(place, threadId));
}

/** The log in a file, plain or archived; `using` closes it. */
export function logIn(path: string): LogFile & Disposable {
  return closing(openByContent(nodeFileSystem, path));
}

/** A log that `using` closes. */
export function closing(log: LogFile): LogFile & Disposable {
  return { ...log, [Symbol.dispose]: () => log.close() };
}

/** A thread's own events, oldest first. */
export function* ownEvents(place: Place, threadId: string): Generator<LogEvent> {
  using log = ownLog(place, threadId);
  for (const run of readRuns(log, { newer: "ignore" })) yield* run;
}

/** A thread and its ancestors, the oldest first; all of them are in the home. */
export function lineageOf(place: Place, threadId: string): readonly string[] {
  return [...ancestryOf(place, threadId)].reverse();
}

/** The same, the thread itself first: no more of them are opened than are asked for. */
export function* ancestryOf(place: Place, threadId: string): Generator<string, void, undefined> {
  const seen = new Set<string>();
  for (let id: string | undefined = threadId; id !== undefined && !seen.has(id);) {
    seen.add(id);
    yield id;
    id = forkPointOf(place, id)?.threadId;
  }
}

/** Where a thread left its parent; undefined: it refers to none. */
export function forkPointOf(place: Place, threadId: string): ForkPoint | undefined {
  using log = ownLog(place, threadId);
  const first = findFirstEvent(log);
  return first === null || first.offset === 0 ? undefined : forkPoint(first);
}

/**
 * Reads so much of a thread that each fork point of its lineage is checked.
 * @throws {RefoldError} `thread-not-found`, `fork-parent-missing`, `fork-parent-changed`
 */
export async function checkForkPoints(store: EventStore, threadId: string): Promise<void> {
  for await (const newest of store.readBackward(threadId, { newer: "ignore" })) {
    if (newest.offset >= 0) return;
  }
}

/** A rollout, measured from end to end. */
export interface SurveyedRollout {
  readonly threadId: string;
  readonly head: number;
  /** Of its whole batches, without a torn tail. */
  readonly bytes: number;
  /** Of those bytes. */
  readonly hash: BlobHash;
  readonly first: LogEvent | null;
}

/**
 * Reads a rollout from end to end.
 * @param named gets the blobs that its events name
 * @throws {RefoldError} `damaged-log`
 */
export function surveyRollout(place: Place, threadId: string, named: Set<string>): SurveyedRollout {
  using log = ownLog(place, threadId);
  const runs = readRuns(log, { newer: "ignore" });
  const end = endOfRuns(runs, (event) => {
    for (const hash of namedHashes(event)) named.add(hash);
  });
  const sum = createHash("sha256");
  for (const chunk of logChunks(log, end.endByte)) sum.update(chunk);
  return {
    ...{ threadId, head: end.head ?? 0, bytes: end.endByte },
    hash: `sha256-${sum.digest("hex")}`,
    first: findFirstEvent(log),
  };
}

/** Reads runs to their end. */
export function endOfRuns(
  runs: Generator<readonly LogEvent[], ReadEnd>,
  take: (event: LogEvent) => void = () => undefined,
): ReadEnd {
  for (;;) {
    const { value, done } = runs.next();
    if (done === true) return value;
    value.forEach(take);
  }
}
