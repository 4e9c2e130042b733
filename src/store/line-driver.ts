import type { LogEvent } from "../events/event.js";
import type { BlobStore, OwnRange } from "./event-store.js";

/** An event as a driver stores it. */
export interface StoredLine {
  readonly offset: number;
  /** The event with what is `left` of its batch, `prev` and `sum`; no line feed. */
  readonly line: string;
}

/** A line, and what `decodeEventLine` made of it, frozen: what a driver in memory may keep. */
export interface KeptLine {
  readonly line: string;
  readonly event: LogEvent;
}

/** Which lines of a thread are asked for. */
export interface LinePage {
  /** The range of offsets; both ends are inclusive. */
  readonly from: number;
  readonly to: number;
  /** How many lines: the first ones in this order. Fewer say that the range has no more. */
  readonly limit: number;
  readonly order: "oldest-first" | "newest-first";
}

/** A thread as a driver lists it. */
export interface ListedLines {
  readonly threadId: string;
  /** Its oldest and its newest line. */
  readonly first: string | KeptLine;
  readonly last: string | KeptLine;
  /** Of all its lines as stored. */
  readonly sizeBytes: number;
}

/**
 * What you implement to keep threads in a database of your own: lines by thread and offset. Each
 * call takes effect in one step: no reader sees a part of it, and a call that fails changes nothing.
 * `lineStore` does everything else. A thread without lines does not exist.
 */
export interface LineDriver {
  readonly blobs: BlobStore;
  /**
   * Adds one or more batches after the line at offset `after`, the thread's newest; null: there is no
   * such thread yet.
   * @returns false, and stores nothing, if the thread's newest line is another
   */
  append(threadId: string, lines: readonly StoredLine[], after: number | null): Promise<boolean>;
  /** The lines of a page; none for a thread that does not exist. */
  read(threadId: string, page: LinePage): Promise<readonly (string | KeptLine)[]>;
  list(): Promise<readonly ListedLines[]>;
  remove(threadId: string): Promise<void>;
  /** Copies lines of other threads, oldest first, before the lines of this one. */
  adopt(threadId: string, parts: readonly OwnRange[]): Promise<void>;
  /** Makes everything stored so far durable. Absent: it always is. */
  sync?(threadId: string): Promise<void>;
  close?(): Promise<void>;
  /**
   * How often to look for what other processes append, in milliseconds, while a thread is followed.
   * Absent: no other process writes to this store.
   */
  readonly pollMs?: number;
}
