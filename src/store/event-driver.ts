import type { LogEvent } from "../events/event.js";
import type {
  BackwardOptions,
  BlobStore,
  FollowOptions,
  ReadOptions,
  ThreadEntry,
} from "./event-store.js";

/** A stretch of one thread's own events; both ends are inclusive. */
export interface OwnRange {
  readonly threadId: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What a driver implements: threads that hold their own events only. `withLineage(driver)` makes it
 * an `EventStore` that reads through the ancestors of forks and guards their deletion.
 *
 * A *run* is one or more whole batches, as many as the driver found in one go; where a range ends
 * inside a batch, the run holds what is in the range. Ids have been checked before a driver sees
 * them. A thread that is not there is `ThreadNotFound` (see `threadNotFound`).
 */
export interface EventDriver {
  /** As `EventStore.append`. */
  append(threadId: string, expectedHead: number, events: readonly LogEvent[]): Promise<number>;
  /** Own events in `from..to`, oldest first. Damage as in `EventStore.read`. */
  readRuns(threadId: string, options?: ReadOptions): AsyncIterable<readonly LogEvent[]>;
  /** Own events from `from` downwards; each run is newest first too. */
  readRunsBackward(threadId: string, options?: BackwardOptions): AsyncIterable<readonly LogEvent[]>;
  has(threadId: string): Promise<boolean>;
  /** The first own event; of a damaged log the first that can be read. */
  first(threadId: string): Promise<LogEvent>;
  /** The offset that the next event gets. */
  head(threadId: string): Promise<number>;
  /** Own events from `from` on, then new ones as they come. As `EventStore.follow`. */
  followRuns(threadId: string, options?: FollowOptions): AsyncIterable<readonly LogEvent[]>;
  list(): AsyncIterable<ThreadEntry>;
  /** Removes a thread, whoever refers to it, and the blobs that nobody else names. */
  remove(threadId: string): Promise<void>;
  /**
   * Puts the events of `parts`, as they are stored, before a thread's own, so that it begins at
   * offset 0: all of them, or none.
   */
  adoptPrefix(threadId: string, parts: readonly OwnRange[]): Promise<void>;
  sync(threadId: string): Promise<void>;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}
