import { join, sep } from "node:path";
import { decodeTime } from "ulid";
import { isUlid } from "../../events/ids.js";
import { ReadFailed } from "./read-failed.js";
import type { FileStatus, FileSystem } from "./file-system.js";
import { isSystemError, systemErrorCode } from "./system-error.js";

/** Where things stand in a home; the names are documented in docs/file-format.md. */
export interface Place {
  readonly fileSystem: FileSystem;
  readonly home: string;
}

/** A thread's file. */
export interface RolloutFile {
  readonly threadId: string;
  /** Of the plain file, also while the thread is archived. */
  readonly path: string;
  /** Whether the archive stands in its place. */
  readonly isArchived: boolean;
}

const SUFFIX = ".jsonl";
const ARCHIVE_SUFFIX = ".jsonl.gz";
const NUMBER = /^\d+$/;

/** `threads/YYYY/MM/DD/<ulid>.jsonl`, by the day (UTC) on which the thread started. */
export function rolloutPath(home: string, threadId: string, startedAt: string): string {
  return join(home, "threads", ...startedAt.slice(0, 10).split("-"), threadId + SUFFIX);
}

/** The file that stands in a rollout's place while the thread is archived. */
export function archivePath(rollout: string): string {
  return `${rollout}.gz`;
}

export function isArchivePath(path: string): boolean {
  return path.endsWith(ARCHIVE_SUFFIX);
}

/** The status of a rollout in whichever form it is there; undefined when it is in neither. */
export function rolloutStatus(fileSystem: FileSystem, rollout: string): FileStatus | undefined {
  return (
    fileSystem.status(rollout) ??
    fileSystem.status(archivePath(rollout)) ??
    fileSystem.status(rollout) // unarchived between the two looks
  );
}

/** The thread's lease: a folder with one file for each process that wants it. */
export function leaseFolder(rollout: string): string {
  return `${rollout}.lease`;
}

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
    const path = join(folder, threadId + SUFFIX);
    if (rolloutStatus(place.fileSystem, path) !== undefined) return path;
  }
  return undefined;
}

/** Every thread's file: newest day first, within a day newest id first. */
export function* rolloutFiles(place: Place): Generator<RolloutFile, void, undefined> {
  for (const folder of dayFolders(place)) {
    const names = new Set(listIfThere(place.fileSystem, folder).sort().reverse());
    const within = folder + sep; // joining parts anew for each file would show in a list
    for (const name of names) {
      const isArchived = name.endsWith(ARCHIVE_SUFFIX);
      const threadId = name.slice(0, isArchived ? -ARCHIVE_SUFFIX.length : -SUFFIX.length);
      if (!isUlid(threadId) || !(isArchived || name.endsWith(SUFFIX))) continue;
      // What was left half-way between the two forms is the plain file.
      if (isArchived && names.has(threadId + SUFFIX)) continue;
      yield { threadId, path: within + threadId + SUFFIX, isArchived };
    }
  }
}

/** The folders of all days that have threads, newest first. */
export function* dayFolders({ fileSystem, home }: Place): Generator<string, void, undefined> {
  const numbered = (folder: string): string[] => {
    const names = listIfThere(fileSystem, folder).filter((name) => NUMBER.test(name));
    return names
      .sort()
      .reverse()
      .map((name) => join(folder, name));
  };
  for (const year of numbered(join(home, "threads"))) {
    for (const month of numbered(year)) yield* numbered(month);
  }
}

/**
 * The names in a folder; none when there is no such folder.
 * @throws {ReadFailed} the folder cannot be looked at
 */
export function listIfThere(fileSystem: FileSystem, folder: string): string[] {
  try {
    return fileSystem.list(folder);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return [];
    throw isSystemError(error) ? new ReadFailed(folder, error) : error;
  }
}
