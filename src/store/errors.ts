import { RefoldError } from "../errors.js";
import { rankNames } from "../nearest-names.js";
import type { LogDamage } from "./event-store.js";
import type { Holder } from "./jsonl/holder.js";

/** Someone else moved the thread's head. Read what is new and decide again; do not just retry. */
export class OffsetConflict extends RefoldError {
  readonly code = "offset-conflict";
  override readonly name = "OffsetConflict";
  override readonly remedy = "read what is new, then decide again";
  constructor(readonly head: Readonly<{ threadId: string; expected: number; actual: number }>) {
    super(`thread ${head.threadId}: expected head ${head.expected}, found ${head.actual}`);
  }
}

/** An offset was asked for that the thread does not have. */
export class OffsetOutOfRange extends RefoldError {
  readonly code = "offset-out-of-range";
  override readonly name = "OffsetOutOfRange";
  override readonly remedy: string;
  constructor(readonly range: Readonly<{ threadId: string; offset: number; head: number }>) {
    const { threadId, offset, head } = range;
    super(`thread ${threadId} has no offset ${offset}: its newest event is at ${head - 1}`);
    this.remedy = `name an offset from 0 to ${head - 1}`;
  }
}

const namedNear = 3;

/** There is no thread of that id in this store. */
export class ThreadNotFound extends RefoldError {
  readonly code = "thread-not-found";
  override readonly name = "ThreadNotFound";
  override readonly remedy: string | undefined;
  constructor(
    readonly threadId: string,
    /** Ids that exist and are spelled most alike, nearest first. */
    readonly nearest: readonly string[] = [],
  ) {
    super(`there is no thread ${threadId}`);
    this.remedy = nearest.length > 0 ? `did you mean ${nearest.join(" or ")}?` : undefined;
  }
}

/** The error for an unknown thread, which names the ids nearest to the one that was asked for. */
export function threadNotFound(threadId: string, known: Iterable<string>): ThreadNotFound {
  return new ThreadNotFound(threadId, rankNames(threadId, known).slice(0, namedNear));
}

/** A new thread was to get the id of one that is there. */
export class ThreadExists extends RefoldError {
  readonly code = "thread-exists";
  override readonly name = "ThreadExists";
  constructor(readonly threadId: string) {
    super(`thread ${threadId} exists already`);
  }
}

/** The thread was deleted while it was read. */
export class ThreadDeleted extends RefoldError {
  readonly code = "thread-deleted";
  override readonly name = "ThreadDeleted";
  constructor(readonly threadId: string) {
    super(`thread ${threadId} was deleted`);
  }
}

/** Other threads read their beginning from this one, so it is not deleted. */
export class ThreadHasForks extends RefoldError {
  readonly code = "thread-has-forks";
  override readonly name = "ThreadHasForks";
  override readonly remedy =
    "delete the forks first, or let each stand alone: refold detach FORK (`store.detach`)";
  constructor(
    readonly threadId: string,
    readonly forkIds: readonly string[],
  ) {
    super(`thread ${threadId} has forks: ${forkIds.join(", ")}`);
  }
}

const namedMatches = 5;

/** The beginning of an id fits more than one thread. */
export class AmbiguousId extends RefoldError {
  readonly code = "ambiguous-id";
  override readonly name = "AmbiguousId";
  override readonly remedy = "give more of the id";
  constructor(
    readonly prefix: string,
    readonly threadIds: readonly string[],
  ) {
    const more = threadIds.length > namedMatches ? ", …" : "";
    const named = threadIds.slice(0, namedMatches).join(", ");
    super(`${prefix} fits ${threadIds.length} threads: ${named}${more}`);
  }
}

/** The store was closed before this call. */
export class StoreClosed extends RefoldError {
  readonly code = "store-closed";
  override readonly name = "StoreClosed";
  override readonly remedy = "open another store";
  constructor() {
    super("the store is closed");
  }
}

/** A fork refers to a parent, or to an event of it, that is not in this store. */
export class ForkParentMissing extends RefoldError {
  readonly code = "fork-parent-missing";
  override readonly name = "ForkParentMissing";
  override readonly remedy = "bring the parent's rollout back";
  constructor(
    readonly fork: Readonly<{ threadId: string; parentId: string; offset: number }>,
    options?: ErrorOptions,
  ) {
    super(
      `thread ${fork.threadId} left thread ${fork.parentId} at offset ${fork.offset}, ` +
        `which is not there`,
      options,
    );
  }
}

/** The parent's event at the fork point is not the one that the fork recorded. */
export class ForkParentChanged extends RefoldError {
  readonly code = "fork-parent-changed";
  override readonly name = "ForkParentChanged";
  override readonly remedy = "bring the parent's rollout back as it was";
  constructor(readonly fork: Readonly<{ threadId: string; parentId: string; offset: number }>) {
    super(
      `thread ${fork.threadId} left thread ${fork.parentId} at offset ${fork.offset}, ` +
        `where another event stands now`,
    );
  }
}

/** An event names a blob that the blob store does not hold. */
export class BlobMissing extends RefoldError {
  readonly code = "blob-missing";
  override readonly name = "BlobMissing";
  override readonly remedy = "copy the blobs folder along with the rollouts, or restore it";
  constructor(
    readonly hash: string,
    /** Where it was looked for; absent: in memory. */
    readonly file?: string,
  ) {
    super(`blob ${hash} is missing${file === undefined ? "" : `: ${file}`}`);
  }
}

/** A blob's bytes are not those that its name promises. */
export class BlobCorrupt extends RefoldError {
  readonly code = "blob-corrupt";
  override readonly name = "BlobCorrupt";
  override readonly remedy = "restore the file, or store the same content again";
  constructor(
    readonly hash: string,
    readonly file: string,
  ) {
    super(`blob ${hash} has other content than its name says: ${file}`);
  }
}

/** Bytes inside a log are no events, and whole batches follow them. */
export class DamagedLog extends RefoldError {
  readonly code = "damaged-log";
  override readonly name = "DamagedLog";
  constructor(
    readonly damage: LogDamage,
    override readonly remedy = "read around the damage (`onDamage`), or make a clean copy: refold repair FILE -o COPY",
  ) {
    const { file, line, byte, reason } = damage;
    super(`${file}: damage (${reason}) in line ${line}, at byte ${byte}`);
  }
}

/** Events that a reader had seen are no longer there, or are others now. */
export class HeadRegressed extends RefoldError {
  readonly code = "head-regressed";
  override readonly name = "HeadRegressed";
  override readonly remedy = "read the thread again from the start";
  constructor(readonly head: Readonly<{ threadId: string; seen: number; actual: number }>) {
    super(
      `thread ${head.threadId}: events up to head ${head.seen} had been read, ` +
        `of which only those before ${head.actual} are still there`,
    );
  }
}

/** Where in an archive bytes are gone, and what they were. */
interface ArchiveDamage {
  readonly file: string;
  /** Position in the archive at which the first frame that cannot be read begins. */
  readonly byte: number;
  /** Position in the log of what stood there. */
  readonly logByte: number;
  readonly why: string;
}

/** A frame of an archive cannot be read: cut off, or altered. The others can, one by one. */
export class ArchiveDamaged extends RefoldError {
  readonly code = "archive-damaged";
  override readonly name = "ArchiveDamaged";
  override readonly remedy =
    "restore the file; or write what can be read to another one: refold repair FILE -o OUT";
  constructor(readonly damage: ArchiveDamage) {
    const { file, byte, logByte, why } = damage;
    super(`${file}: ${why} at byte ${byte} (byte ${logByte} of the log)`);
  }
}

/**
 * Somebody else wrote to the rollout, or took the lease over. What this process had acknowledged
 * stands; whether a batch in flight does must be read. The next append opens the thread afresh.
 */
export class Fenced extends RefoldError {
  readonly code = "fenced";
  override readonly name = "Fenced";
  override readonly remedy = "read what is new, then decide again";
  constructor(
    readonly file: string,
    reason: string,
  ) {
    super(`${file}: ${reason}`);
  }
}

/** Somebody else writes to this thread, or holds the home-wide lock. Nothing was written. */
export class LeaseHeld extends RefoldError {
  readonly code = "lease-held";
  override readonly name = "LeaseHeld";
  override readonly remedy: string;
  constructor(
    /** What is held: a thread's id, or `garbage collection`. */
    readonly what: string,
    readonly holder: Holder,
    /** Where the lease stands. */
    readonly path: string,
  ) {
    super(`${what}: held by process ${holder.pid} on ${holder.host} since ${holder.since}`);
    this.remedy =
      holder.pid === process.pid
        ? "close the other store of this process, or use it"
        : `end process ${holder.pid} on ${holder.host}, or wait until it is done; reading needs no lease`;
  }
}

const NO_ROOM: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT"]);

/**
 * What a failed write is to a caller: `DiskFull` or `WriteFailed` with the system's error as cause.
 * An error that is ours already stays as it is.
 */
export function storageError(file: string, doing: string, cause: unknown): RefoldError {
  if (cause instanceof RefoldError) return cause;
  if (NO_ROOM.has(systemErrorCode(cause))) return new DiskFull(file, doing, cause);
  return new WriteFailed(file, doing, cause);
}

/** There is no room left for the bytes, or a quota is used up. Nothing half-written stays visible. */
class DiskFull extends RefoldError {
  readonly code = "disk-full";
  override readonly name = "DiskFull";
  override readonly remedy = "make room, then append the batch again";
  /** `ENOSPC` or `EDQUOT`. */
  readonly errno: string;
  constructor(
    readonly file: string,
    doing: string,
    cause: unknown,
  ) {
    const errno = systemErrorCode(cause) ?? "ENOSPC";
    super(`${file}: ${doing} failed: the disk is full (${errno})`, { cause });
    this.errno = errno;
  }
}

/** The operating system refused to read, or to look. Nothing was changed. */
export class ReadFailed extends RefoldError {
  readonly code = "read-failed";
  override readonly name = "ReadFailed";
  override readonly remedy: string;
  /** `EIO`, `EACCES`, … */
  readonly errno: string;
  /** @param file as the system names it; where it names none, the store's home */
  constructor(
    readonly file: string,
    cause: unknown,
  ) {
    const errno = systemErrorCode(cause) ?? "unknown error";
    super(`${file}: reading failed: ${errno}`, { cause });
    this.errno = errno;
    this.remedy = errnoRemedy(errno, "see the cause; reading may be tried again");
  }
}

/**
 * The operating system refused to write. Nothing half-written is left visible; where the file could
 * not be cut back either, the message says so, and readers still see whole batches only.
 */
class WriteFailed extends RefoldError {
  readonly code = "write-failed";
  override readonly name = "WriteFailed";
  override readonly remedy: string;
  /** `EIO`, `EROFS`, … */
  readonly errno: string;
  constructor(
    readonly file: string,
    doing: string,
    cause: unknown,
  ) {
    const errno = systemErrorCode(cause) ?? "unknown error";
    super(`${file}: ${doing} failed: ${errno}`, { cause });
    this.errno = errno;
    this.remedy = errnoRemedy(
      errno,
      "see the cause; the batch was not written and may be appended again",
    );
  }
}

/**
 * A failure after which this store no longer knows what the disk holds: a failed batch could not be
 * cut off again, or acknowledged batches could not be made durable. It writes no more to the thread.
 * Readers still see whole batches only.
 */
export class WritingStopped extends RefoldError {
  readonly code = "write-failed";
  override readonly name = "WritingStopped";
  override readonly remedy =
    "see the cause, open another store, and read where the thread ends before you write again";
  /** `EIO`, … of the last failure. */
  readonly errno: string;
  constructor(
    readonly file: string,
    doing: string,
    cause: unknown,
  ) {
    const errno = systemErrorCode(cause) ?? "unknown error";
    super(`${file}: no more is written to it: ${doing} failed: ${errno}`, { cause });
    this.errno = errno;
  }
}

const REMEDIES: ReadonlyMap<string, string> = new Map([
  ["EACCES", "get the right to it from its owner, or name another place"],
  ["EPERM", "get the right to it from its owner, or name another place"],
  ["EROFS", "the file system is read-only: name another place"],
  ["ENOTDIR", "a part of the path is a file where a folder should be: name another place"],
  ["ELOOP", "the path's links lead round in a circle: name another place"],
  ["ENAMETOOLONG", "the name is too long for the file system: name another"],
  ["ENOENT", "make the folder first, or name another place"],
  ["EMFILE", "too many files are open: close some, or raise the limit (ulimit -n)"],
  ["ENFILE", "too many files are open on this machine: close some"],
]);

/** What can be done where the operating system refused; where nobody can tell, `otherwise`. */
function errnoRemedy(errno: string, otherwise: string): string {
  return REMEDIES.get(errno) ?? otherwise;
}

/** The `errno` name of a failed system call (`ENOSPC`), or undefined for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether the operating system refused. Errors of our own and mistakes of a program are none. */
export function isSystemError(error: unknown): error is Error {
  if (error instanceof RefoldError) return false;
  return /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? "");
}
