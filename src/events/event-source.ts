import type { LogEvent } from "./event.js";
import type { BlobHash, ItemRef } from "./primitives.js";

/**
 * Somewhere that events can be read from more than once: a thread in a store, a foreign file, a list
 * in memory. `replay` needs no more than this.
 */
export interface EventSource {
  /** Oldest first. `from` and `to` are inclusive; absent: the first, the newest. */
  read(range?: { readonly from?: number; readonly to?: number }): AsyncIterable<LogEvent>;
  /**
   * The same, several events at a time: to wait for each costs a replay of a long log a tenth of its
   * time. Absent where the source has them one by one only.
   */
  readRuns?(range?: {
    readonly from?: number;
    readonly to?: number;
  }): AsyncIterable<readonly LogEvent[]>;
  /** Newest first. Absent where only forward reading is possible. */
  readBackward?(options?: BackwardRange): AsyncIterable<LogEvent>;
}

/** Somewhere that the bytes after a hash can be had: a store's `blobs`, or a session's. */
export interface BlobReader {
  /** @throws {RefoldError} `blob-missing`
   * @throws {RefoldError} `blob-corrupt` */
  get(hash: BlobHash): Promise<Uint8Array>;
}

/** Where to begin, and who is told of what is kept beside the log. */
export interface BackwardRange {
  /** The first offset that is given, inclusive. Absent: the newest. */
  readonly from?: number;
  /** Told of each stretch of own events before its first event is given. A source may keep nothing. */
  readonly onSegment?: (segment: KeptSegment) => void;
}

/** What a source has, several events at a time where it can, oldest first. */
export function runsOf(
  source: EventSource,
  range: { readonly from?: number; readonly to?: number } = {},
): AsyncIterable<readonly LogEvent[]> {
  return source.readRuns?.(range) ?? oneByOne(source.read(range));
}

async function* oneByOne(events: AsyncIterable<LogEvent>): AsyncGenerator<readonly LogEvent[]> {
  for await (const event of events) yield [event];
}

/**
 * A state that is kept beside a log, so that whoever resumes need not fold all of it. Derived: it may
 * go at any time, and whoever uses it holds `sum` to the line that it says it is the state at.
 */
export interface KeptState {
  /** Of the event that it is the state at. */
  readonly offset: number;
  /** The sum of that event's line, which stands for all lines before it. */
  readonly sum: string;
  /** All but the items, as `NewState` had it. */
  readonly state: unknown;
  /** The items of its ledger, oldest first, read from their lines; null: one is not what it was. */
  items(): Promise<readonly KeptItem[] | null>;
}

/** An item of a ledger, as its line has it. */
export interface KeptItem {
  readonly ref: ItemRef;
  readonly recorded: unknown;
}

/** Where the items of a ledger were recorded. */
export interface KeptEntries {
  readonly length: number;
  at(index: number): { readonly ref: ItemRef } | undefined;
}

/** A state that is to be kept. */
export interface NewState {
  readonly offset: number;
  /** Of its ledger, oldest first. */
  readonly entries: KeptEntries;
  /** An object that ledgers share of which one is the other with more at its end, and no others. */
  readonly history: object;
  /** All that is not read from lines, as JSON. */
  readonly state: unknown;
}

/** The states that are kept of one thread's own events, or of an ancestor's. */
export interface KeptSegment {
  /** Offset of the first event of its own. */
  readonly from: number;
  /** Read when they are asked for. */
  readonly states: () => readonly KeptState[];
}
