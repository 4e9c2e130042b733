import { join, sep } from "node:path";
import { isUlid } from "../../events/ids.js";
import type { FileSystem } from "./file-system.js";
import { ReadFailed } from "./read-failed.js";
import { ARCHIVE_SUFFIX, ROLLOUT_SUFFIX, type Place } from "./rollout-path.js";
import { isSystemError, systemErrorCode } from "./system-error.js";

/** A thread's file. */
export interface RolloutFile {
  readonly threadId: string;
  /** Of the plain file, also while the thread is archived. */
  readonly path: string;
  /** Whether the archive stands in its place. */
  readonly isArchived: boolean;
}

const NUMBER = /^\d+$/;

/** Every thread's file: newest day first, within a day newest id first. */
export function* rolloutFiles(place: Place): Generator<RolloutFile, void, undefined> {
  for (const folder of dayFolders(place)) {
    const names = listIfThere(place.fileSystem, folder).sort().reverse();
    let all: ReadonlySet<string> | undefined; // few folders hold an archive
    const within = folder + sep; // joining parts anew for each file would show in a list
    for (const name of names) {
      const isArchived = name.endsWith(ARCHIVE_SUFFIX);
      const threadId = name.slice(0, isArchived ? -ARCHIVE_SUFFIX.length : -ROLLOUT_SUFFIX.length);
      if (!isUlid(threadId) || !(isArchived || name.endsWith(ROLLOUT_SUFFIX))) continue;
      // What was left half-way between the two forms is the plain file.
      if (isArchived && (all ??= new Set(names)).has(threadId + ROLLOUT_SUFFIX)) continue;
      yield { threadId, path: within + threadId + ROLLOUT_SUFFIX, isArchived };
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
