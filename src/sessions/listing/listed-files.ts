import { statSync } from "node:fs";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { archivePath, rolloutFiles } from "../../store/jsonl/home.js";

/** A file that may hold a thread, as it stood on the disk. Size and time tell whether it changed. */
export interface ListedFile {
  readonly path: string;
  /** As the store names it: the plain file, also while the thread is archived. */
  readonly rollout: string;
  readonly sizeBytes: number;
  /** In milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly isArchived: boolean;
  /** What names it in the index, if its path is another one each time. */
  readonly key?: string;
}

/** @returns undefined when it went meanwhile */
export function listedFile(
  path: string,
  rollout: string,
  isArchived: boolean,
): ListedFile | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  return { path, rollout, sizeBytes: status.size, modifiedMs: status.mtimeMs, isArchived };
}

/** Every thread's file of a home. */
export function* storeFiles(home: string): Generator<ListedFile, void, undefined> {
  const place = { fileSystem: nodeFileSystem, home };
  for (const { path, isArchived } of rolloutFiles(place)) {
    const file = listedFile(isArchived ? archivePath(path) : path, path, isArchived);
    if (file !== undefined) yield file;
  }
}
