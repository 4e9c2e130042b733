import { RefoldError } from "../errors.js";
import type { LogDamage } from "./event-store.js";
import type { Holder } from "./jsonl/holder.js";
/** Someone else moved the thread's head. Read what is new and decide again; do not just retry. */
export declare class OffsetConflict extends RefoldError {
    readonly head: Readonly<{
        threadId: string;
        expected: number;
        actual: number;
    }>;
    readonly code = "offset-conflict";
    readonly name = "OffsetConflict";
    readonly remedy = "read what is new, then decide again";
    constructor(head: Readonly<{
        threadId: string;
        expected: number;
        actual: number;
    }>);
}
/** An offset was asked for that the thread does not have. */
export declare class OffsetOutOfRange extends RefoldError {
    readonly range: Readonly<{
        threadId: string;
        offset: number;
        head: number;
    }>;
    readonly code = "offset-out-of-range";
    readonly name = "OffsetOutOfRange";
    readonly remedy: string;
    constructor(range: Readonly<{
        threadId: string;
        offset: number;
        head: number;
    }>);
}
/** There is no thread of that id in this store. */
export declare class ThreadNotFound extends RefoldError {
    readonly threadId: string;
    /** Ids that exist and are spelled most alike, nearest first. */
    readonly nearest: readonly string[];
    readonly code = "thread-not-found";
    readonly name = "ThreadNotFound";
    readonly remedy: string | undefined;
    constructor(threadId: string, 
    /** Ids that exist and are spelled most alike, nearest first. */
    nearest?: readonly string[]);
}
/** The error for an unknown thread, which names the ids nearest to the one that was asked for. */
export declare function threadNotFound(threadId: string, known: Iterable<string>): ThreadNotFound;
/** A new thread was to get the id of one that is there. */
export declare class ThreadExists extends RefoldError {
    readonly threadId: string;
    readonly code = "thread-exists";
    readonly name = "ThreadExists";
    constructor(threadId: string);
}
/** The thread was deleted while it was read. */
export declare class ThreadDeleted extends RefoldError {
    readonly threadId: string;
    readonly code = "thread-deleted";
    readonly name = "ThreadDeleted";
    constructor(threadId: string);
}
/** Other threads read their beginning from this one, so it is not deleted. */
export declare class ThreadHasForks extends RefoldError {
    readonly threadId: string;
    readonly forkIds: readonly string[];
    readonly code = "thread-has-forks";
    readonly name = "ThreadHasForks";
    readonly remedy = "delete the forks first, or let each stand alone: refold detach FORK (`store.detach`)";
    constructor(threadId: string, forkIds: readonly string[]);
}
/** The beginning of an id fits more than one thread. */
export declare class AmbiguousId extends RefoldError {
    readonly prefix: string;
    readonly threadIds: readonly string[];
    readonly code = "ambiguous-id";
    readonly name = "AmbiguousId";
    readonly remedy = "give more of the id";
    constructor(prefix: string, threadIds: readonly string[]);
}
/** The store was closed before this call. */
export declare class StoreClosed extends RefoldError {
    readonly code = "store-closed";
    readonly name = "StoreClosed";
    readonly remedy = "open another store";
    constructor();
}
/** A fork refers to a parent, or to an event of it, that is not in this store. */
export declare class ForkParentMissing extends RefoldError {
    readonly fork: Readonly<{
        threadId: string;
        parentId: string;
        offset: number;
    }>;
    readonly code = "fork-parent-missing";
    readonly name = "ForkParentMissing";
    readonly remedy = "bring the parent's rollout back";
    constructor(fork: Readonly<{
        threadId: string;
        parentId: string;
        offset: number;
    }>, options?: ErrorOptions);
}
/** The parent's event at the fork point is not the one that the fork recorded. */
export declare class ForkParentChanged extends RefoldError {
    readonly fork: Readonly<{
        threadId: string;
        parentId: string;
        offset: number;
    }>;
    readonly code = "fork-parent-changed";
    readonly name = "ForkParentChanged";
    readonly remedy = "bring the parent's rollout back as it was";
    constructor(fork: Readonly<{
        threadId: string;
        parentId: string;
        offset: number;
    }>);
}
/** An event names a blob that the blob store does not hold. */
export declare class BlobMissing extends RefoldError {
    readonly hash: string;
    /** Where it was looked for; absent: in memory. */
    readonly file?: string | undefined;
    readonly code = "blob-missing";
    readonly name = "BlobMissing";
    readonly remedy = "copy the blobs folder along with the rollouts, or restore it";
    constructor(hash: string, 
    /** Where it was looked for; absent: in memory. */
    file?: string | undefined);
}
/** A blob's bytes are not those that its name promises. */
export declare class BlobCorrupt extends RefoldError {
    readonly hash: string;
    readonly file: string;
    readonly code = "blob-corrupt";
    readonly name = "BlobCorrupt";
    readonly remedy = "restore the file, or store the same content again";
    constructor(hash: string, file: string);
}
/** Bytes inside a log are no events, and whole batches follow them. */
export declare class DamagedLog extends RefoldError {
    readonly damage: LogDamage;
    readonly remedy: string;
    readonly code = "damaged-log";
    readonly name = "DamagedLog";
    constructor(damage: LogDamage, remedy?: string);
}
/** Events that a reader had seen are no longer there, or are others now. */
export declare class HeadRegressed extends RefoldError {
    readonly head: Readonly<{
        threadId: string;
        seen: number;
        actual: number;
    }>;
    readonly code = "head-regressed";
    readonly name = "HeadRegressed";
    readonly remedy = "read the thread again from the start";
    constructor(head: Readonly<{
        threadId: string;
        seen: number;
        actual: number;
    }>);
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
export declare class ArchiveDamaged extends RefoldError {
    readonly damage: ArchiveDamage;
    readonly code = "archive-damaged";
    readonly name = "ArchiveDamaged";
    readonly remedy = "restore the file; or write what can be read to another one: refold repair FILE -o OUT";
    constructor(damage: ArchiveDamage);
}
/**
 * Somebody else wrote to the rollout, or took the lease over. What this process had acknowledged
 * stands; whether a batch in flight does must be read. The next append opens the thread afresh.
 */
export declare class Fenced extends RefoldError {
    readonly file: string;
    readonly code = "fenced";
    readonly name = "Fenced";
    readonly remedy = "read what is new, then decide again";
    constructor(file: string, reason: string);
}
/** Somebody else writes to this thread, or holds the home-wide lock. Nothing was written. */
export declare class LeaseHeld extends RefoldError {
    /** What is held: a thread's id, or `garbage collection`. */
    readonly what: string;
    readonly holder: Holder;
    /** Where the lease stands. */
    readonly path: string;
    readonly code = "lease-held";
    readonly name = "LeaseHeld";
    readonly remedy: string;
    constructor(
    /** What is held: a thread's id, or `garbage collection`. */
    what: string, holder: Holder, 
    /** Where the lease stands. */
    path: string);
}
/**
 * What a failed write is to a caller: `DiskFull` or `WriteFailed` with the system's error as cause.
 * An error that is ours already stays as it is.
 */
export declare function storageError(file: string, doing: string, cause: unknown): RefoldError;
/** The operating system refused to read, or to look. Nothing was changed. */
export declare class ReadFailed extends RefoldError {
    readonly file: string;
    readonly code = "read-failed";
    readonly name = "ReadFailed";
    readonly remedy: string;
    /** `EIO`, `EACCES`, … */
    readonly errno: string;
    /** @param file as the system names it; where it names none, the store's home */
    constructor(file: string, cause: unknown);
}
/**
 * A failure after which this store no longer knows what the disk holds: a failed batch could not be
 * cut off again, or acknowledged batches could not be made durable. It writes no more to the thread.
 * Readers still see whole batches only.
 */
export declare class WritingStopped extends RefoldError {
    readonly file: string;
    readonly code = "write-failed";
    readonly name = "WritingStopped";
    readonly remedy = "see the cause, open another store, and read where the thread ends before you write again";
    /** `EIO`, … of the last failure. */
    readonly errno: string;
    constructor(file: string, doing: string, cause: unknown);
}
/** The `errno` name of a failed system call (`ENOSPC`), or undefined for any other value. */
export declare function systemErrorCode(error: unknown): string | undefined;
/** Whether the operating system refused. Errors of our own and mistakes of a program are none. */
export declare function isSystemError(error: unknown): error is Error;
export {};
