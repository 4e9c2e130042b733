import type { LogDamage } from "../errors.js";
import type { LogEvent } from "../events/event.js";
import type { ForkPoint } from "../events/thread.js";
import type { BackwardRange, EventSource, KeptState, NewState } from "../events/event-source.js";
import type { BlobHash } from "../events/primitives.js";

/** A range of offsets; `from` and `to` are inclusive. */
export interface ReadRange {
  /** Absent: 0, or the first own event's ancestors' start for a fork. */
  readonly from?: number;
  /** Absent: the newest. */
  readonly to?: number;
}

export interface NewerEvents {
  /**
   * What becomes of events that only a newer version of this library understands, and that state
   * depends on: `refuse` (default) is an error (`needs-newer-version`), `ignore` gives them as they
   * are; `isKnownEvent` is false for them.
   */
  readonly newer?: "refuse" | "ignore";
}

export interface ReadOptions extends ReadRange, NewerEvents {
  /**
   * Asks to read around damage: called for each place, and reading goes on after it. Absent: damage
   * is an error (`damaged-log`).
   */
  readonly onDamage?: (damage: LogDamage) => void;
}

export interface BackwardOptions extends NewerEvents, BackwardRange {}

export interface FollowOptions extends NewerEvents {
  /** Absent: 0. */
  readonly from?: number;
  /** Ends the following, without an error. */
  readonly signal?: AbortSignal;
}

/** What a list of threads says without reading the log. */
export interface ThreadEntry {
  readonly threadId: string;
  /** RFC 3339 of `thread.started`, or of `thread.forked` for a fork. */
  readonly createdAt: string;
  readonly head: number;
  /** Size of the thread's own events as stored. */
  readonly sizeBytes: number;
  /** RFC 3339 of the last change. */
  readonly updatedAt: string;
  /** The thread and offset that a fork left; null: no fork. */
  readonly forkedFrom: { readonly threadId: string; readonly offset: number } | null;
}

/** A content-addressed store of what is too large for the log. Verified by hash on reading. */
export interface BlobStore {
  /** Stores the bytes, durably, once per content. @returns their name */
  put(bytes: Uint8Array): Promise<BlobHash>;
  /** @throws {RefoldError} `blob-missing`: there is none
   * @throws {RefoldError} `blob-corrupt`: its bytes have another hash */
  get(hash: BlobHash): Promise<Uint8Array>;
  has(hash: BlobHash): Promise<boolean>;
}

/** Where a thread's events live. Whatever a driver keeps beside them can be rebuilt from them. */
export interface EventStore {
  /**
   * Appends a batch to a thread: all of it, or none. The first batch of a thread begins with
   * `thread.started` at offset 0, or with `thread.forked` at the offset after the fork point.
   *
   * @param expectedHead offset that the first event gets
   * @param events oldest first, offsets contiguous; an empty batch writes nothing. Events of types
   *   that are not known here are kept as they are
   * @returns the new head, once the batch is durable at the store's level
   * @throws {RefoldError} `offset-conflict`: the head is not `expectedHead`; nothing was written
   * @throws {RefoldError} `lease-held`: another process writes to this thread
   * @throws {RefoldError} `fenced`: somebody else wrote to the file since this process last did
   */
  append(threadId: string, expectedHead: number, events: readonly LogEvent[]): Promise<number>;
  /**
   * Appends whole batches as another store holds them (`readLines`), byte for byte.
   *
   * @param expectedHead offset of the first line; for a thread that is not there, its first own one
   * @param lines each with its line feed
   * @throws {RefoldError} `invalid-event`: a line is damaged, or does not go on from the one before it
   * @throws {RefoldError} as `append`
   */
  appendLines(threadId: string, expectedHead: number, lines: Uint8Array): Promise<number>;
  /**
   * The thread's own whole batches, byte for byte as they are stored, oldest first: lines with their
   * line feeds. Events that need a newer version are among them.
   * @param from where a batch begins; absent: with the first own event
   * @throws {RefoldError} `damaged-log`
   */
  readLines(threadId: string, from?: number): AsyncIterable<Uint8Array>;
  /**
   * Whose lines make up a thread: its ancestors', the oldest first, and its own. Each fork point is
   * checked.
   * @throws {RefoldError} `fork-parent-missing`, `fork-parent-changed`
   */
  lineage(threadId: string): Promise<readonly OwnLines[]>;
  /**
   * Oldest first, through the ancestors of a fork. Whole batches only.
   * @throws {RefoldError} `offset-out-of-range`: `from` is beyond the head
   * @throws {RefoldError} `fork-parent-missing`, `fork-parent-changed`: a fork's parent is not what
   *   it was
   */
  read(threadId: string, options?: ReadOptions): AsyncIterable<LogEvent>;
  /** As `read`, in runs of one or more events, as the store finds them: for long readings. */
  readRuns(threadId: string, options?: ReadOptions): AsyncIterable<readonly LogEvent[]>;
  /** Newest first, starting at `from` (inclusive; the newest if absent). Stop and reading stops. */
  readBackward(threadId: string, options?: BackwardOptions): AsyncIterable<LogEvent>;
  /**
   * The thread as replays, views and exports read it: read-only, without a lease, also while another
   * process writes to it. Reading looks the thread up, so a missing one is reported there.
   */
  source(threadId: string): EventSource;
  /** Whether there is such a thread; costs less than the error that names the nearest ones. */
  has(threadId: string): Promise<boolean>;
  /** The offset that the next event gets. @throws {RefoldError} `thread-not-found` */
  head(threadId: string): Promise<number>;
  /** Every thread, newest first. */
  list(): AsyncIterable<ThreadEntry>;
  /**
   * Deletes a thread, or several: forks before their parents. To delete them together costs one look
   * at the store.
   * @param onDeleted given each one that is gone
   * @throws {RefoldError} `thread-has-forks`: others refer to one of them; nothing was deleted.
   *   `detach` those first
   */
  delete(
    threadIds: string | readonly string[],
    onDeleted?: (threadId: string) => void | Promise<void>,
  ): Promise<void>;
  /**
   * Copies what a fork refers to before its own events, as it is stored, so that the thread begins
   * at offset 0 and needs its parent no more. Nothing happens to a thread that is no fork.
   */
  detach(threadId: string): Promise<void>;
  /**
   * Events from `from` on, then new ones as they are acknowledged, also those of other processes.
   * @throws {RefoldError} `thread-deleted`: the thread went
   * @throws {RefoldError} `head-regressed`: acknowledged events vanished
   */
  follow(threadId: string, options?: FollowOptions): AsyncIterable<LogEvent>;
  /**
   * Told that a state could be kept, at the end of a turn. Absent: the store keeps none.
   * @param make gives the state at the head, where it is time for one; null: it is not to be kept
   */
  readonly keepState?: (threadId: string, make: () => NewState | null) => void;
  /** Makes everything acknowledged so far durable, whatever the store's level. */
  sync(threadId: string): Promise<void>;
  readonly blobs: BlobStore;
  /** Gives up leases and file handles. A store that is closed refuses everything. */
  close(): Promise<void>;
}

/** The lines that a thread holds itself. */
export interface OwnLines {
  readonly threadId: string;
  /** Offset of the first. */
  readonly from: number;
}

/** A stretch of one thread's own events; both ends are inclusive. */
export interface OwnRange {
  readonly threadId: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Threads that hold their own events only, as files or as lines (`lineStore`). `withLineage(driver)`
 * makes it an `EventStore` that reads through the ancestors of forks and guards their deletion.
 *
 * A *run* is what the driver found in one go; where a range ends inside a batch, the run holds what
 * is in the range. Ids have been checked before a driver sees them. A thread that is not there is
 * `thread-not-found`.
 */
export interface EventDriver {
  /** As `EventStore.append`. */
  append(threadId: string, expectedHead: number, events: readonly LogEvent[]): Promise<number>;
  /** As `EventStore.appendLines`; `decodeStoredLines` checks them. */
  appendLines(threadId: string, expectedHead: number, lines: Uint8Array): Promise<number>;
  /** As `EventStore.readLines`. */
  readLines(threadId: string, from?: number): AsyncIterable<Uint8Array>;
  /** Own events in `from..to`, oldest first. Damage as in `EventStore.read`. */
  readRuns(threadId: string, options?: ReadOptions): AsyncIterable<readonly LogEvent[]>;
  /** Own events from `from` downwards; each run is newest first too. */
  readRunsBackward(threadId: string, options?: BackwardOptions): AsyncIterable<readonly LogEvent[]>;
  has(threadId: string): Promise<boolean>;
  /** The first own event; of a damaged log the first that can be read. */
  first(threadId: string): Promise<LogEvent>;
  /**
   * Whether an own event is the one of a fork point, at a look; false: it is not, or that takes a reading
   * to say. Absent: read to see.
   */
  holds?(threadId: string, point: ForkPoint): Promise<boolean>;
  /** The offset that the next event gets. */
  head(threadId: string): Promise<number>;
  /** Own events from `from` on, then new ones as they come. As `EventStore.follow`. */
  followRuns(threadId: string, options?: FollowOptions): AsyncIterable<readonly LogEvent[]>;
  list(): AsyncIterable<ThreadEntry>;
  /** As `EventStore.keepState`. */
  readonly keepState?: (threadId: string, make: () => NewState | null) => void;
  /** What is kept of the thread's own events. */
  readonly keptStates?: (threadId: string) => readonly KeptState[];
  /** The threads that left this one. Absent: found in the list of all. */
  forksOf?(threadId: string): Promise<readonly string[]>;
  /**
   * Removes threads in this order, whoever refers to them, and then the blobs that nobody else names.
   * @param onRemoved as in `EventStore.delete`
   */
  remove(
    threadIds: readonly string[],
    onRemoved: (threadId: string) => void | Promise<void>,
  ): Promise<void>;
  /**
   * Puts the events of `parts`, as they are stored, before a thread's own, so that it begins at
   * offset 0: all of them, or none.
   */
  adoptPrefix(threadId: string, parts: readonly OwnRange[]): Promise<void>;
  sync(threadId: string): Promise<void>;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

/** Threads in the order of `list`: by creation, and by id where that is the same. */
export function newestFirst(entries: readonly ThreadEntry[]): ThreadEntry[] {
  return entries.toSorted(
    (a, b) => compare(b.createdAt, a.createdAt) || compare(b.threadId, a.threadId),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Every thread of a store, by its id. */
export async function entriesOf(store: EventStore): Promise<ReadonlyMap<string, ThreadEntry>> {
  const entries = new Map<string, ThreadEntry>();
  for await (const entry of store.list()) entries.set(entry.threadId, entry);
  return entries;
}
