import { statSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem } from "../../../store/jsonl/file-system.js";
import { archivePath, rolloutFiles } from "../../../store/jsonl/rollout-path.js";
import { filesBelow, type UnreadFile } from "../files-below.js";
import { isSessionName } from "../session-files.js";

/** A file that may hold a thread, as it stood on the disk. Size and time tell whether it changed. */
export interface ListedFile {
  readonly path: string;
  /** As the store names it: the plain file, also while the thread is archived. */
  readonly rollout: string;
  readonly sizeBytes: number;
  /** In milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly isArchived: boolean;
}

/** Every thread's file of a home. */
export function* storeFiles(home: string): Generator<ListedFile, void, undefined> {
  const place = { fileSystem: nodeFileSystem, home };
  for (const { path, isArchived } of rolloutFiles(place)) {
    const file = listedFile(isArchived ? archivePath(path) : path, path, isArchived);
    if (file !== undefined) yield file;
  }
}

/**
 * Every session's file of a Codex home: in its `sessions` and `archived_sessions`, or in the folder
 * itself where it has neither.
 * @param onUnread told of each folder in it that cannot be read
 */
export function* codexFiles(
  folder: string,
  onUnread: (unread: UnreadFile) => void,
): Generator<ListedFile, void, undefined> {
  const homes = ["sessions", "archived_sessions"].map((name) => join(folder, name));
  const found = homes.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  for (const root of found.length > 0 ? found : [folder]) {
    for (const entry of filesBelow(root, onUnread)) {
      if (!entry.isFile() || !isSessionName(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const file = listedFile(path, path, false);
      if (file !== undefined) yield file;
    }
  }
}

/** @returns undefined when it went meanwhile */
function listedFile(path: string, rollout: string, isArchived: boolean): ListedFile | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  return { path, rollout, sizeBytes: status.size, modifiedMs: status.mtimeMs, isArchived };
}
