import { basename, dirname, join } from "node:path";
import { unnamedBlobs } from "./collect-garbage.js";
import { withHomeLock } from "./home-lock.js";
import { namedBlobs } from "./named-blobs.js";
import { removeBlob } from "./remove-blob.js";
import { leaseFolder, type Place } from "./rollout-path.js";
import { storageError } from "./storage-error.js";

/**
 * Removes a rollout, what stands beside it (torn copies, sidecar), and then the blobs that it named
 * and nobody else does. A blob that was stored again after the thread's last change is left to
 * garbage collection: somebody may be about to name it. Under the thread's lease.
 */
export async function removeThread(place: Place, rollout: string): Promise<void> {
  const { fileSystem } = place;
  await withHomeLock(place, () => {
    const folder = dirname(rollout);
    const files = filesOf(place, rollout);
    const changedMs = fileSystem.status(rollout)?.modifiedMs ?? 0;
    const named = new Set<string>();
    for (const path of files) for (const hash of namedBlobs(path, fileSystem)) named.add(hash);
    try {
      // The rollout first: without it the thread is gone, whatever happens to the rest.
      for (const path of files) fileSystem.remove(path);
      fileSystem.syncFolder(folder);
    } catch (error) {
      throw storageError(rollout, "deleting the thread", error);
    }
    for (const hash of unnamedBlobs(place, named)) {
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
  return [rollout, ...beside];
}
