import { blobPath } from "./blobs.js";
import type { FileSystem } from "./file-system.js";
import type { Place } from "./rollout-path.js";
import { storageError } from "./storage-error.js";

const DOOMED = ".doomed";

/**
 * Removes a blob, if its time of storing allows it. The name is taken away first and the time looked
 * at again, because any process may store the same content anew at any moment, which makes it young.
 *
 * @param mayGo asked with the time at which the blob was last stored, in milliseconds since 1970
 * @returns whether the blob was removed
 */
export function removeBlob(
  { fileSystem, home }: Place,
  hash: string,
  mayGo: (storedMs: number) => boolean,
): boolean {
  const path = blobPath(home, hash);
  const storedMs = fileSystem.status(path)?.modifiedMs;
  if (storedMs === undefined || !mayGo(storedMs)) return false;
  try {
    fileSystem.rename(path, path + DOOMED);
    const isStillOld = mayGo(fileSystem.status(path + DOOMED)?.modifiedMs ?? storedMs);
    if (isStillOld) fileSystem.remove(path + DOOMED);
    else restoreDoomed(fileSystem, path + DOOMED);
    return isStillOld;
  } catch (error) {
    throw storageError(path, "removing the blob", error);
  }
}

/** Whether a file is a blob whose removal was cut short by a crash. */
export function isDoomed(path: string): boolean {
  return path.endsWith(DOOMED);
}

/** Gives a blob its name back. @returns the name */
export function restoreDoomed(fileSystem: FileSystem, doomed: string): string {
  const path = doomed.slice(0, -DOOMED.length);
  if (fileSystem.status(path) === undefined) fileSystem.rename(doomed, path);
  else fileSystem.remove(doomed); // stored anew in between
  return path;
}
