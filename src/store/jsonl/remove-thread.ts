import { isRefoldError } from "../../errors.js";
import { basename, dirname, join } from "node:path";
import { storageError } from "../errors.js";
import { namedBlobs, removeBlob, unnamedBlobs } from "./collect-garbage.js";
import type { FileSystem } from "./file-system.js";
import { archivePath, leaseFolder, type Place, rolloutStatus } from "./home.js";
import { withHomeLock } from "./lease.js";

/**
 * Removes a rollout, what is next to it (torn copies, sidecar), and then the blobs that it named
 * and nobody else does. A blob that was stored again after the thread's last change is left to
 * garbage collection: somebody may be about to name it. Under the thread's lease.
 */
export async function removeThread(place: Place, rollout: string): Promise<void> {
  const { fileSystem } = place;
  await withHomeLock(place, () => {
    const folder = dirname(rollout);
    const files = filesOf(place, rollout);
    const changedMs = rolloutStatus(fileSystem, rollout)?.modifiedMs ?? 0;
    const named = namedBy(files, fileSystem);
    try {
      // The rollout first: without it the thread is gone, whatever happens to the rest. But before a
      // plain file goes its archive does, which would take its place.
      for (const path of files) fileSystem.remove(path);
      fileSystem.syncFolder(folder);
    } catch (error) {
      throw storageError(rollout, "deleting the thread", error);
    }
    // Where an archive is damaged blobs stay: garbage collection tells of it.
    for (const hash of unnamedBlobs(place, named, () => undefined)) {
      removeBlob(place, hash, (storedMs) => storedMs <= changedMs);
    }
  });
}

function filesOf({ fileSystem }: Place, rollout: string): string[] {
  const name = basename(rollout, ".jsonl");
  const beside = fileSystem
    .list(dirname(rollout))
    .filter((other) => other.startsWith(`${name}.`))
    .map((other) => join(dirname(rollout), other))
    .filter((path) => path !== rollout && path !== leaseFolder(rollout));
  const forms = [archivePath(rollout), rollout].filter(
    (path) => fileSystem.status(path) !== undefined,
  );
  return [...forms, ...beside.filter((path) => path !== archivePath(rollout))];
}

/** Of a damaged archive what can be read: blobs that only the rest names are garbage from then on. */
function namedBy(files: readonly string[], fileSystem: FileSystem): ReadonlySet<string> {
  const named = new Set<string>();
  for (const path of files) {
    try {
      for (const hash of namedBlobs(path, fileSystem)) named.add(hash);
    } catch (error) {
      if (!isRefoldError(error, "archive-damaged")) throw error;
    }
  }
  return named;
}
