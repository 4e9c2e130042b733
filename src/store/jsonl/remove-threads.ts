import { isRefoldError } from "../../errors.js";
import { basename, dirname, join } from "node:path";
import { storageError } from "../errors.js";
import { namedBlobs, removeBlob, unnamedBlobs } from "./collect-garbage.js";
import type { FileSystem } from "./file-system.js";
import { archivePath, leaseFolder, type Place, rolloutStatus } from "./home.js";
import { withHomeLock } from "./lease.js";

/**
 * Removes rollouts, what is next to each (torn copies, sidecar), and then the blobs that they named
 * and nobody else does. A blob that was stored again after the last change of a thread that named it
 * is left to garbage collection: somebody may be about to name it.
 */
export class ThreadRemoval {
  readonly #folders = new Map<string, FolderNames>();
  /** When a thread that named a blob changed last, in milliseconds since 1970. */
  readonly #named = new Map<string, number>();

  constructor(private readonly place: Place) {}

  /** Under the thread's lease. */
  async removeFiles(rollout: string): Promise<void> {
    const { fileSystem } = this.place;
    await withHomeLock(this.place, () => {
      const changedMs = rolloutStatus(fileSystem, rollout)?.modifiedMs ?? 0;
      const files = this.#filesOf(rollout, changedMs);
      for (const hash of namedBy(files, fileSystem)) {
        this.#named.set(hash, Math.max(changedMs, this.#named.get(hash) ?? 0));
      }
      try {
        // The rollout first: without it the thread is gone, whatever happens to the rest. But before a
        // plain file goes its archive does, which would take its place.
        for (const path of files) fileSystem.remove(path);
        fileSystem.syncFolder(dirname(rollout));
      } catch (error) {
        throw storageError(rollout, "deleting the thread", error);
      }
    });
  }

  /** Once the files are gone: to look for the names in all other threads takes long. */
  async removeBlobs(): Promise<void> {
    if (this.#named.size === 0) return;
    await withHomeLock(this.place, () => {
      // Where an archive is damaged blobs stay: garbage collection tells of it.
      const hashes = new Set(this.#named.keys());
      for (const hash of unnamedBlobs(this.place, hashes, () => undefined)) {
        removeBlob(this.place, hash, (storedMs) => storedMs <= (this.#named.get(hash) ?? 0));
      }
    });
  }

  #filesOf(rollout: string, changedMs: number): readonly string[] {
    const { fileSystem } = this.place;
    const folder = dirname(rollout);
    const known = this.#folders.get(folder);
    // Who sets a torn end aside changes the file.
    const isKnown = known !== undefined && changedMs < known.listedMs;
    const names = isKnown ? known : namesIn(folder, fileSystem);
    this.#folders.set(folder, names);
    const archive = archivePath(rollout);
    const beside = (names.byThread.get(basename(rollout, ".jsonl")) ?? [])
      .map((name) => join(folder, name))
      .filter((path) => ![rollout, archive, leaseFolder(rollout)].includes(path));
    const forms = [archive, rollout].filter((path) => fileSystem.status(path) !== undefined);
    return [...forms, ...beside];
  }
}

/** The names in a folder, by what they begin with. */
interface FolderNames {
  readonly listedMs: number;
  readonly byThread: ReadonlyMap<string, readonly string[]>;
}

function namesIn(folder: string, fileSystem: FileSystem): FolderNames {
  const listedMs = Date.now();
  const byThread = new Map<string, string[]>();
  for (const name of fileSystem.list(folder)) {
    const threadId = name.slice(0, Math.max(0, name.indexOf(".")));
    const known = byThread.get(threadId);
    if (known === undefined) byThread.set(threadId, [name]);
    else known.push(name);
  }
  return { listedMs, byThread };
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
