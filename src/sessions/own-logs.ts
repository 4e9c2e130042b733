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
import type { LogFile } from "../store/jsonl/log-file.js";
import { openByContent, openOwnLog } from "../store/jsonl/open-log.js";
import type { ReadEnd } from "../store/jsonl/read-runs.js";
import { decodeLines } from "../store/stored-lines.js";

/** The log in a file, plain or archived; `using` closes it. */
export function logIn(path: string): LogFile {
  return openByContent(nodeFileSystem, path);
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
  using log = openOwnLog(place, threadId);
  const first = findFirstEvent(log);
  return first === null || first.offset === 0 ? undefined : forkPoint(first);
}

/** A thread's own lines, measured from end to end. */
interface SurveyedLines {
  readonly threadId: string;
  readonly head: number;
  /** Of its whole batches, without a torn tail. */
  readonly bytes: number;
  /** Of those bytes. */
  readonly hash: BlobHash;
  readonly first: LogEvent | null;
}

/**
 * Reads a thread's own lines from end to end.
 * @param named gets the blobs that its events name
 * @throws {RefoldError} `damaged-log`
 */
export async function surveyLines(
  store: EventStore,
  threadId: string,
  named: Set<string>,
): Promise<SurveyedLines> {
  const sum = createHash("sha256");
  let [head, bytes] = [0, 0];
  let first: LogEvent | null = null;
  for await (const lines of store.readLines(threadId)) {
    sum.update(lines);
    bytes += lines.length;
    for (const { event } of decodeLines(lines)) {
      first ??= event;
      head = event.offset + 1;
      for (const hash of namedHashes(event)) named.add(hash);
    }
  }
  return { threadId, head, bytes, hash: `sha256-${sum.digest("hex")}`, first };
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
