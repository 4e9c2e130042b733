import {
  RefoldError,
  isRefoldError,
  type LogDamage,
  type ErrorDetails,
  type ForkPlace,
  type ArchiveDamage,
  type Holder,
} from "../errors.js";
import { rankNames } from "../nearest-names.js";

/** Someone else moved the thread's head. Read what is new and decide again; do not just retry. */
export function offsetConflict(
  head: ErrorDetails["offset-conflict"],
): RefoldError<"offset-conflict"> {
  return new RefoldError("offset-conflict", head, {
    message: `thread ${head.threadId}: expected head ${head.expected}, found ${head.actual}`,
    remedy: "read what is new, then decide again",
  });
}

/** @throws {RefoldError} `offset-conflict`: the thread's head is another one than was expected */
export function checkHead(threadId: string, expected: number, actual: number): void {
  if (expected !== actual) throw offsetConflict({ threadId, expected, actual });
}

/** An offset was asked for that the thread does not have. */
export function offsetOutOfRange(
  range: Required<ErrorDetails["offset-out-of-range"]>,
): RefoldError<"offset-out-of-range"> {
  const { threadId, offset, head } = range;
  return new RefoldError("offset-out-of-range", range, {
    message: `thread ${threadId} has no offset ${offset}: its newest event is at ${head - 1}`,
    remedy: `name an offset from 0 to ${head - 1}`,
  });
}

const namedNear = 3;

/** There is no thread of that id; `nearest` are ids that exist and are spelled most alike. */
export function noThread(
  threadId: string,
  nearest: readonly string[] = [],
): RefoldError<"thread-not-found"> {
  const message = `no such thread: ${threadId}`;
  const remedy = nearest.length > 0 ? `did you mean ${nearest.join(" or ")}?` : undefined;
  return new RefoldError("thread-not-found", { threadId, nearest }, { message, remedy });
}

/** The error for an unknown thread, which names the ids nearest to the one that was asked for. */
export function threadNotFound(
  threadId: string,
  known: Iterable<string>,
): RefoldError<"thread-not-found"> {
  return noThread(threadId, rankNames(threadId, known).slice(0, namedNear));
}

/** The thread was deleted while it was read. */
export function threadDeleted(threadId: string): RefoldError<"thread-deleted"> {
  const message = `thread ${threadId} was deleted`;
  return new RefoldError("thread-deleted", { threadId }, { message });
}

/** Events that a reader had seen are no longer there, or are others now. */
export function headRegressed(
  head: Extract<ErrorDetails["head-regressed"], { readonly threadId: string }>,
): RefoldError<"head-regressed"> {
  return new RefoldError("head-regressed", head, {
    message:
      `thread ${head.threadId}: events up to head ${head.seen} had been read, ` +
      `of which only those before ${head.actual} are still there`,
    remedy: "read the thread again from the start",
  });
}

/** Other threads read their beginning from this one, so it is not deleted. */
export function threadHasForks(
  threadId: string,
  forkIds: readonly string[],
): RefoldError<"thread-has-forks"> {
  const message = `thread ${threadId} has forks: ${forkIds.join(", ")}`;
  const remedy =
    "delete the forks first, or let each stand alone: refold detach FORK (`store.detach`)";
  return new RefoldError("thread-has-forks", { threadId, forkIds }, { message, remedy });
}

const namedMatches = 5;

/** The beginning of an id fits more than one thread. */
export function ambiguousId(
  prefix: string,
  threadIds: readonly string[],
): RefoldError<"ambiguous-id"> {
  const more = threadIds.length > namedMatches ? ", …" : "";
  const named = threadIds.slice(0, namedMatches).join(", ");
  const message = `${prefix} fits ${threadIds.length} threads: ${named}${more}`;
  const remedy = "give more of the id";
  return new RefoldError("ambiguous-id", { prefix, threadIds }, { message, remedy });
}

/** The store was closed before this call. */
export function storeClosed(): RefoldError<"store-closed"> {
  const message = "the store is closed";
  const remedy = "open another store";
  return new RefoldError("store-closed", {}, { message, remedy });
}

/** What is asked for is done to files, and the home is a database. */
export function needsFolder(): RefoldError<"needs-folder"> {
  const message = "this works on files, and the home is a database";
  const remedy =
    "name a home that is a folder; threads are taken there by refold copy THREAD --to FOLDER";
  return new RefoldError("needs-folder", {}, { message, remedy });
}

/** Whether a failure is the database's, and no single thread's: the next one would fail as well. */
export function isDatabaseFailure(error: unknown): boolean {
  return isRefoldError(
    error,
    ...(["database-unreachable", "database-refused", "database-failed"] as const),
    ...(["database-read-only", "connection-lost", "missing-right"] as const),
    ...(["statement-timeout", "schema-mismatch"] as const),
  );
}

/** A fork refers to a parent, or to an event of it, that is not in this store. */
export function forkParentMissing(
  fork: ForkPlace,
  options?: ErrorOptions,
): RefoldError<"fork-parent-missing"> {
  const message =
    `thread ${fork.threadId} left thread ${fork.parentId} at offset ${fork.offset}, ` +
    `which is not there`;
  const remedy = "bring the parent's rollout back";
  return new RefoldError("fork-parent-missing", fork, { message, remedy }, options);
}

/** An event names a blob that the blob store does not hold. */
export function blobMissing(hash: string, file?: string): RefoldError<"blob-missing"> {
  const message = `blob ${hash} is missing${file === undefined ? "" : `: ${file}`}`;
  const remedy = "copy the blobs folder along with the rollouts, or restore it";
  return new RefoldError("blob-missing", { hash, file }, { message, remedy });
}

/** A blob is not what its name says. @param file where it is kept */
export function blobCorrupt(hash: string, file: string): RefoldError<"blob-corrupt"> {
  const message = `blob ${hash} has content that does not match its name: ${file}`;
  const remedy = "restore the file, or store the same content again";
  return new RefoldError("blob-corrupt", { hash, file }, { message, remedy });
}

/** Bytes inside a log are no events, and whole batches follow them. */
export function damagedLog(
  damage: LogDamage,
  remedy = "read around the damage (`onDamage`), or make a clean copy: refold repair FILE -o COPY",
): RefoldError<"damaged-log"> {
  const { file, line, byte, reason } = damage;
  const message = `${file}: damage (${reason}) in line ${line}, at byte ${byte}`;
  return new RefoldError("damaged-log", damage, { message, remedy });
}

/** A frame of an archive cannot be read: cut off, or altered. The others can, one by one. */
export function archiveDamaged(damage: ArchiveDamage): RefoldError<"archive-damaged"> {
  const { file, byte, logByte, why } = damage;
  return new RefoldError("archive-damaged", damage, {
    message: `${file}: ${why} at byte ${byte} (byte ${logByte} of the log)`,
    remedy: "restore the file; or write what can be read to another one: refold repair FILE -o OUT",
  });
}

/**
 * Somebody else wrote to the rollout, or took the lease over. What this process had acknowledged
 * is; whether a batch in flight does must be read. The next append opens the thread afresh.
 */
export function fenced(file: string, reason: string): RefoldError<"fenced"> {
  const message = `${file}: ${reason}`;
  const remedy = "read what is new, then decide again";
  return new RefoldError("fenced", { file }, { message, remedy });
}

/** Somebody else writes to this thread, or holds the home-wide lock. Nothing was written. */
export function leaseHeld(what: string, holder: Holder, path: string): RefoldError<"lease-held"> {
  const message = `${what}: held by ${holderWords(holder)}`;
  const end = isNamed(holder) ? `end process ${holder.pid} on ${holder.host}, or ` : "";
  const remedy =
    holder.pid === process.pid
      ? "close the other store of this process, or use it"
      : `${end}wait until it is done; reading needs no lease`;
  return new RefoldError("lease-held", { what, holder, path }, { message, remedy });
}

/** Who holds a lease, in words. */
export function holderWords(holder: Holder): string {
  if (!isNamed(holder)) return "a process that could not write who it is";
  return `process ${holder.pid} on ${holder.host} since ${holder.since}`;
}

/** False: a lease file that is empty or damaged. */
function isNamed({ pid }: Holder): boolean {
  return pid > 0;
}

const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** Whether the system refused because there is no room, or no more of it for this user. */
export function isNoRoom(error: unknown): boolean {
  return NO_ROOM.has(systemErrorCode(error) ?? "");
}

/**
 * What a failed write is to a caller: `disk-full` or `write-failed` with the system's error as cause.
 * An error that is ours already stays as it is. Nothing half-written is left visible; where the file
 * could not be cut back either, the message says so, and readers still see whole batches only.
 */
export function storageError(file: string, doing: string, cause: unknown): RefoldError {
  if (isRefoldError(cause)) return cause;
  const errno = errnoOf(cause);
  const isFull = NO_ROOM.has(errno);
  const text = {
    message: `${file}: ${doing} failed: ${isFull ? `the disk is full (${errno})` : errno}`,
    remedy: isFull
      ? "make room, then try again"
      : errnoRemedy(errno, "see the cause; nothing was changed, so it may be tried again"),
  };
  return new RefoldError(isFull ? "disk-full" : "write-failed", { file, errno }, text, { cause });
}

/** @param file as the system names it; where it names none, the store's home */
export function readFailed(file: string, cause: unknown): RefoldError<"read-failed"> {
  const errno = errnoOf(cause);
  const text = {
    message: `${file}: reading failed: ${errno}`,
    remedy: errnoRemedy(errno, "see the cause; reading may be tried again"),
  };
  return new RefoldError("read-failed", { file, errno }, text, { cause });
}

/** Writing ended for good: syncing or cutting back failed, so nobody knows what is on the disk. */
export function writingStopped(
  file: string,
  doing: string,
  cause: unknown,
): RefoldError<"write-failed"> {
  const errno = errnoOf(cause);
  const text = {
    message: `${file}: writing stopped: ${doing} failed: ${errno}`,
    remedy:
      "see the cause, open another store, and read where the thread ends before you write again",
  };
  return new RefoldError("write-failed", { file, errno }, text, { cause });
}

const REMEDIES: ReadonlyMap<string, string> = new Map([
  ["EACCES", "get the right to it from its owner, or name another place"],
  ["EPERM", "get the right to it from its owner, or name another place"],
  ["EROFS", "the file system is read-only: name another place"],
  ["ENOTDIR", "a part of the path is a file where a folder should be: name another place"],
  ["ELOOP", "the path's links lead round in a circle: name another place"],
  ["ENAMETOOLONG", "the name is too long for the file system: name another"],
  ["ENXIO", "it is a pipe, a socket or a device where a file should be: remove it"],
  ["ENOENT", "make the folder first, or name another place"],
  ["EMFILE", "too many files are open: close some, or raise the limit (ulimit -n)"],
  ["ENFILE", "too many files are open on this machine: close some"],
]);

function errnoRemedy(errno: string, otherwise: string): string {
  return REMEDIES.get(errno) ?? otherwise;
}

function errnoOf(cause: unknown): string {
  return systemErrorCode(cause) ?? "unknown error";
}

/** The `errno` name of a failed system call (`ENOSPC`), or undefined for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** What `look` gives; undefined where there is no such file. */
export function ifThere<Seen>(look: () => Seen): Seen | undefined {
  try {
    return look();
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether the operating system refused. Errors of our own and mistakes of a program are none. */
export function isSystemError(error: unknown): error is Error {
  if (isRefoldError(error)) return false;
  return /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? "");
}
