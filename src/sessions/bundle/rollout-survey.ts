import { createHash } from "node:crypto";
import { namedHashes } from "../../events/named-hashes.js";
import type { BlobHash } from "../../events/primitives.js";
import { forkPoint } from "../../store/fork-thread.js";
import { findFirstEvent } from "../../store/jsonl/find-batch.js";
import type { Place } from "../../store/jsonl/home.js";
import { logChunks } from "../../store/jsonl/log-file.js";
import { openOwnLog } from "../../store/jsonl/open-log.js";
import { readRuns } from "../../store/jsonl/read-runs.js";

/** A rollout as it goes into a bundle. */
export interface SurveyedRollout {
  readonly threadId: string;
  readonly head: number;
  /** Of its whole batches; what is torn behind them stays where it is. */
  readonly bytes: number;
  /** Of those bytes. */
  readonly hash: BlobHash;
}

/** The thread and its ancestors, the oldest first. All of them are there: the thread was read. */
export function lineageOf(place: Place, threadId: string): readonly string[] {
  const ids = [threadId];
  for (let child = threadId; ;) {
    const parent = parentOf(place, child);
    if (parent === null || ids.includes(parent)) return ids;
    ids.unshift(parent);
    child = parent;
  }
}

/**
 * Reads a rollout from end to end.
 * @param named gets the blobs that its events name
 * @throws {RefoldError} `damaged-log`
 */
export function surveyRollout(place: Place, threadId: string, named: Set<string>): SurveyedRollout {
  const log = openOwnLog(place, threadId);
  try {
    let [head, bytes] = [0, 0];
    const runs = readRuns(log, { newer: "ignore" });
    for (;;) {
      const { value, done } = runs.next();
      if (done === true) {
        [head, bytes] = [value.head ?? 0, value.endByte];
        break;
      }
      for (const event of value) for (const hash of namedHashes(event)) named.add(hash);
    }
    const sum = createHash("sha256");
    for (const chunk of logChunks(log, bytes)) sum.update(chunk);
    return { threadId, head, bytes, hash: `sha256-${sum.digest("hex")}` };
  } finally {
    log.close();
  }
}

function parentOf(place: Place, threadId: string): string | null {
  const log = openOwnLog(place, threadId);
  try {
    const first = findFirstEvent(log);
    if (first === null || first.offset === 0) return null;
    return forkPoint(first)?.threadId ?? null;
  } finally {
    log.close();
  }
}
