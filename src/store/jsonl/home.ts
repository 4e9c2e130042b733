import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join, resolve, sep } from "node:path";
import { decodeTime } from "ulid";
import { isUlid } from "../../events/ids.js";
import { invalidArgument, type RefoldError } from "../../errors.js";
import { ifThere, isSystemError, needsFolder, readFailed, threadNotFound } from "../errors.js";
import type { FileStatus, FileSystem } from "./file-system.js";

/** Where things are in a home; the names are documented in docs/file-format.md. */
export interface Place {
  readonly fileSystem: FileSystem;
  readonly home: string;
}

const ROLLOUT_SUFFIX = ".jsonl";
const ARCHIVE_SUFFIX = ".jsonl.gz";

/** `threads/YYYY/MM/DD/<ulid>.jsonl`, by the day (UTC) on which the thread started. */
export function rolloutPath(home: string, threadId: string, startedAt: string): string {
  return join(home, "threads", ...startedAt.slice(0, 10).split("-"), threadId + ROLLOUT_SUFFIX);
}

/** The file that stands in a rollout's place while the thread is archived. */
export function archivePath(rollout: string): string {
  return `${rollout}.gz`;
}

export function isArchivePath(path: string): boolean {
  return path.endsWith(ARCHIVE_SUFFIX);
}

/** The thread's lease: a folder with one file for each process that wants it. */
export function leaseFolder(rollout: string): string {
  return `${rollout}.lease`;
}

/** A thread's file. */
export interface RolloutFile {
  readonly threadId: string;
  /** Of the plain file, also while the thread is archived. */
  readonly path: string;
  /** Whether the archive replaces it. */
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
      // What was left in an intermediate state forms is the plain file.
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
 * @throws {RefoldError} `read-failed`: the folder cannot be looked at
 */
export function listIfThere(fileSystem: FileSystem, folder: string): string[] {
  try {
    return ifThere(() => fileSystem.list(folder)) ?? [];
  } catch (error) {
    throw isSystemError(error) ? readFailed(folder, error) : error;
  }
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
    const path = join(folder, threadId + ROLLOUT_SUFFIX);
    if (rolloutStatus(place.fileSystem, path) !== undefined) return path;
  }
  return undefined;
}

/** As `findRollout`. @throws {RefoldError} `thread-not-found` */
export function existingRollout(place: Place, threadId: string): string {
  const path = findRollout(place, threadId);
  if (path === undefined) throw noSuchRollout(place, threadId);
  return path;
}

/** The error for a thread that a home does not hold. */
export function noSuchRollout(place: Place, threadId: string): RefoldError<"thread-not-found"> {
  return threadNotFound(
    threadId,
    Array.from(rolloutFiles(place), (file) => file.threadId),
  );
}

/** The status of a rollout in whichever form it is there; undefined when it is in neither. */
export function rolloutStatus(fileSystem: FileSystem, rollout: string): FileStatus | undefined {
  return (
    fileSystem.status(rollout) ??
    fileSystem.status(archivePath(rollout)) ??
    fileSystem.status(rollout) // unarchived between the two looks
  );
}

/** What names a home: what was asked for, else `REFOLD_HOME`, else `~/.refold`. */
export function homeText(asked?: string): string {
  const { REFOLD_HOME } = process.env;
  const unasked = REFOLD_HOME === undefined || REFOLD_HOME === "" ? undefined : REFOLD_HOME;
  return asked ?? unasked ?? usualHome();
}

function usualHome(): string {
  return join(userHome(), ".refold");
}

/** The user's own folder. With an empty `HOME` it would be where one stands. */
export function userHome(): string {
  return homedir() || userInfo().homedir;
}

/** Whether a home is a database, and no folder. */
export function isDatabase(home: string): boolean {
  return /^postgres(ql)?:/i.test(home);
}

/**
 * The absolute path of a home; null: it is a database.
 * @throws {RefoldError} `invalid-argument`: it is the address of something else
 */
export function homeFolder(asked?: string): string | null {
  const text = homeText(asked);
  if (isDatabase(text)) return null;
  const [scheme] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text) ?? [];
  if (scheme === undefined) return resolve(text);
  throw invalidArgument(
    `a home is a folder or a PostgreSQL database, and not ${scheme}…`,
    "name a folder, or postgres://user@host/database",
  );
}

/** The same. @throws {RefoldError} `needs-folder`: the home is a database */
export function storeHome(asked?: string): string {
  const folder = homeFolder(asked);
  if (folder === null) throw needsFolder();
  return folder;
}

/** The folder for indexes of what is in files: the home, or the usual one beside a database. */
export function indexHome(asked?: string): string {
  return homeFolder(asked) ?? usualHome();
}

/** A folder for a store that is needed for a while. */
export interface TemporaryHome {
  readonly home: string;
  /** Removes it with all that is in it. */
  readonly remove: () => void;
}

/** Temporary folders that are in use. */
const temporary = new Set<string>();
/** Undoes what `guardTemporaryHomes` asked for. */
let unguard = (): void => undefined;
let guard = (_remove: () => void): (() => void) => unguard;

/**
 * Has temporary folders removed when a signal ends the process: a program's own business, which a library leaves alone.
 * @param by called with what removes them, once there are any; it returns what takes that back
 */
export function guardTemporaryHomes(by: typeof guard): void {
  guard = by;
}

/**
 * Makes an empty folder (mode 0700) where the system keeps what is temporary. It goes at the latest when the
 * process ends by itself, as it does where the reader of its output has gone.
 */
export function temporaryHome(): TemporaryHome {
  const home = mkdtempSync(join(tmpdir(), `refold-${process.pid}-`));
  if (temporary.size === 0) {
    process.on("exit", removeTemporary);
    unguard = guard(removeTemporary);
  }
  temporary.add(home);
  const remove = (): void => {
    rmSync(home, { recursive: true, force: true });
    if (!temporary.delete(home) || temporary.size > 0) return;
    process.off("exit", removeTemporary);
    unguard();
  };
  return { home, remove };
}

/** The process that made a temporary folder of this name; undefined: it is the name of none. */
export function makerOfTemporary(name: string): number | undefined {
  const pid = /^refold-(\d{1,10})-[^-]{6}$/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

function removeTemporary(): void {
  // Another thread may be writing there.
  for (const home of temporary) rmSync(home, { recursive: true, force: true, maxRetries: 3 });
}
