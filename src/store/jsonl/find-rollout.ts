import { join } from "node:path";
import { decodeTime } from "ulid";
import { isUlid } from "../../events/ids.js";
import type { FileStatus, FileSystem } from "./file-system.js";
import { dayFolders } from "./rollout-files.js";
import { archivePath, ROLLOUT_SUFFIX, rolloutPath, type Place } from "./rollout-path.js";

/**
 * Looks on the day that the id names, then on all days: an imported thread's id need not hold its
 * time.
 * @returns the path of the plain file, also while the thread is archived
 */
export function findRollout(place: Place, threadId: string): string | undefined {
  if (!isUlid(threadId)) return undefined;
  const likely = rolloutPath(place.home, threadId, new Date(decodeTime(threadId)).toISOString());
  if (rolloutStatus(place.fileSystem, likely) !== undefined) return likely;
  for (const folder of dayFolders(place)) {
    const path = join(folder, threadId + ROLLOUT_SUFFIX);
    if (rolloutStatus(place.fileSystem, path) !== undefined) return path;
  }
  return undefined;
}

/** The status of a rollout in whichever form it is there; undefined when it is in neither. */
export function rolloutStatus(fileSystem: FileSystem, rollout: string): FileStatus | undefined {
  return (
    fileSystem.status(rollout) ??
    fileSystem.status(archivePath(rollout)) ??
    fileSystem.status(rollout) // unarchived between the two looks
  );
}
