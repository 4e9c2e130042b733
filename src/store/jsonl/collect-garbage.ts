import { isRefoldError, type RefoldError } from "../../errors.js";
import { basename, join } from "node:path";
import { blobNameBytes, blobNamesIn } from "../blobs.js";
import { storageError } from "../errors.js";
import { blobPath, blobRoot } from "./blobs.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { dayFolders, listIfThere, type Place, rolloutFiles } from "./home.js";
import { withHomeLock } from "./lease.js";
import { logChunks } from "./log-file.js";
import { openLog } from "./open-log.js";

export interface GarbageOptions {
  readonly home: string;
  /** Blobs that were stored, or stored again, since then are spared. Default one hour. */
  readonly olderThanMs?: number;
  /** Only says what would go. Default false. */
  readonly dryRun?: boolean;
}

export interface GarbageReport {
  /** Blobs that no rollout names, and that were old enough. */
  readonly removed: readonly { readonly hash: string; readonly sizeBytes: number }[];
  /** Files that a crash left half-written. */
  readonly leftovers: readonly string[];
  /** Archives that are damaged: what they name is unknown, and so no blob is removed. */
  readonly unreadable: readonly RefoldError<"archive-damaged">[];
  /** How many blobs stay. */
  readonly keptBlobs: number;
  readonly dryRun: boolean;
}

interface BlobFile {
  readonly hash: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

const ONE_HOUR_MS = 60 * 60 * 1000;
const BLOB_FOLDER = /^[0-9a-f]{2}$/;
const BLOB_NAME = /^[0-9a-f]{64}(\.doomed)?$/;
/** As `replaceFile` names what it writes. What else is among the blobs is not ours. */
const LEFTOVER_NAME = /^[0-9a-f]{64}\..*\.new$/;

/**
 * Removes the blobs that neither a rollout nor a torn copy names. One process at a time does it in a
 * home. A blob is stored before the event that names it, so young ones are spared; storing the same
 * content again makes a blob young.
 *
 * @throws {RefoldError} `lease-held`: another process collects garbage, or deletes a thread
 * @throws {RefoldError} `write-failed`: a file could not be removed
 */
export async function collectGarbage(options: GarbageOptions): Promise<GarbageReport> {
  const { home, dryRun = false, olderThanMs = ONE_HOUR_MS } = options;
  const place = { fileSystem: nodeFileSystem, home };
  return withHomeLock(place, () => {
    const before = Date.now() - olderThanMs;
    const isOld = (modifiedMs: number): boolean => modifiedMs < before;
    const { blobs, leftovers } = listBlobFiles(place, dryRun);
    const oldBlobs = blobs.filter((blob) => isOld(blob.modifiedMs));
    const unreadable: RefoldError<"archive-damaged">[] = [];
    const oldHashes = new Set(oldBlobs.map(({ hash }) => hash));
    const unnamed = unnamedBlobs(place, oldHashes, (damage) => unreadable.push(damage));
    const removed = oldBlobs.filter(
      ({ hash }) => unnamed.has(hash) && (dryRun || removeBlob(place, hash, isOld)),
    );
    const oldLeftovers = leftovers.filter((file) => isOld(file.modifiedMs)).map(({ path }) => path);
    if (!dryRun) for (const path of oldLeftovers) removeLeftover(place, path);
    return {
      removed: removed.map(({ hash, sizeBytes }) => ({ hash, sizeBytes })),
      leftovers: oldLeftovers,
      unreadable,
      keptBlobs: blobs.length - removed.length,
      dryRun,
    };
  });
}

/**
 * Of these blobs, those that no file beside the threads names: rollouts and torn copies. Where one
 * cannot be read to its end it may name any of them.
 * @param onUnreadable told of each such file; then every blob counts as named
 */
export function unnamedBlobs(
  place: Place,
  hashes: ReadonlySet<string>,
  onUnreadable: (damage: RefoldError<"archive-damaged">) => void,
): ReadonlySet<string> {
  const unnamed = new Set(hashes);
  let isCertain = true;
  for (const path of filesWithNames(place)) {
    if (unnamed.size === 0) break;
    try {
      for (const hash of namedBlobs(path, place.fileSystem)) unnamed.delete(hash);
    } catch (error) {
      if (!isRefoldError(error, "archive-damaged")) throw error;
      onUnreadable(error);
      isCertain = false;
    }
  }
  return isCertain ? unnamed : new Set();
}

function* filesWithNames(place: Place): Generator<string, void, undefined> {
  for (const { path } of rolloutFiles(place)) yield path;
  for (const folder of dayFolders(place)) {
    for (const name of place.fileSystem.list(folder)) {
      if (/\.jsonl\.torn-[^/]*$/.test(name)) yield join(folder, name);
    }
  }
}

function listBlobFiles(
  place: Place,
  dryRun: boolean,
): { readonly blobs: BlobFile[]; readonly leftovers: BlobFile[] } {
  const { fileSystem, home } = place;
  const blobs: BlobFile[] = [];
  const leftovers: BlobFile[] = [];
  const folders = listIfThere(fileSystem, blobRoot(home)).filter((name) => BLOB_FOLDER.test(name));
  for (const folder of folders) {
    for (const name of fileSystem.list(join(blobRoot(home), folder))) {
      const found = join(blobRoot(home), folder, name);
      const isCutShort = name.endsWith(DOOMED); // its removal, by a crash
      const path = isCutShort && !dryRun ? restoreDoomed(fileSystem, found) : found;
      const status = fileSystem.status(path);
      if (status === undefined) continue;
      if (!BLOB_NAME.test(name) && !LEFTOVER_NAME.test(name)) continue;
      const list = BLOB_NAME.test(name) ? blobs : leftovers;
      list.push({ hash: `sha256-${basename(path).slice(0, 64)}`, path, ...status });
    }
  }
  return { blobs, leftovers };
}

function removeLeftover({ fileSystem }: Place, path: string): void {
  try {
    fileSystem.remove(path);
  } catch (error) {
    throw storageError(path, "removing what a crash left", error);
  }
}

/**
 * Every blob that a file names: whatever in it looks like a blob's name, in whichever member, so that
 * rather too much is kept than too little. The file is read once, in chunks.
 * @throws {RefoldError} `archive-damaged`: after the last name: some of the file cannot be read,
 *   and may name others
 */
export function* namedBlobs(
  path: string,
  fileSystem: FileSystem = nodeFileSystem,
): Generator<string, void, undefined> {
  using log = openLog(fileSystem, path);
  let held = Buffer.alloc(0); // may begin a name
  for (const chunk of logChunks(log, log.sizeBytes)) {
    const bytes = Buffer.concat([held, chunk]);
    yield* blobNamesIn(bytes);
    held = bytes.subarray(Math.max(0, bytes.length - blobNameBytes + 1));
  }
  const lost = log.findLost(0, log.sizeBytes);
  if (lost !== null) throw lost;
}

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

function restoreDoomed(fileSystem: FileSystem, doomed: string): string {
  const path = doomed.slice(0, -DOOMED.length);
  if (fileSystem.status(path) === undefined) fileSystem.rename(doomed, path);
  else fileSystem.remove(doomed); // stored anew in between
  return path;
}
