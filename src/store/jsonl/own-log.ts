import { threadNotFound } from "../thread-not-found.js";
import type { LogFile } from "./log-file.js";
import { openLog } from "./open-log.js";
import { findRollout } from "./find-rollout.js";
import { rolloutFiles } from "./rollout-files.js";
import type { Place } from "./rollout-path.js";

/**
 * Opens the log of a thread's own events as it is stored. The caller closes it.
 * @throws {ThreadNotFound}
 */
export function openOwnLog(place: Place, threadId: string): LogFile {
  const path = findRollout(place, threadId);
  if (path !== undefined) return openLog(place.fileSystem, path);
  throw threadNotFound(
    threadId,
    Array.from(rolloutFiles(place), (file) => file.threadId),
  );
}
