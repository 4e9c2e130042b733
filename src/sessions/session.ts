import type { ForeignDamage } from "../dialects/shared/damage.js";
import { unreachable } from "../errors.js";
import { stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { BlobReader, EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import type { EventOrigin } from "./event-origin.js";
import { pathRefused } from "./path-refused.js";

/** A place where a session's bytes could not be read as they should. */
export interface SessionDamage extends Omit<ForeignDamage, "reason"> {
  readonly reason: string;
}

/** A foreign file against what its events write. */
export interface RoundTrip {
  /** Bytes that are equal, from the start. */
  readonly sameBytes: number;
  /** The first byte that is not; null: there is none, the files are equal. */
  readonly differsAt: number | null;
}

/** A recorded session that can be read, wherever it is: a thread of the store, or a file. */
export interface Session {
  readonly kind: "file" | "thread";
  /** A path, or a thread's id: what it was opened by, for messages. */
  readonly name: string;
  /** `refold`, `codex`, … */
  readonly dialect: string;
  /** What a foreign file was recognised as, and by what, in one line; null: it is Refold's own. */
  readonly recognised: string | null;
  readonly source: EventSource;
  /** Bytes that a full read goes over; null: unknown. */
  readonly sizeBytes: number | null;
  readonly blobs: BlobReader;
  /** Writes a foreign file again from its events and compares; null: the session is none. */
  readonly roundTrip: (() => Promise<RoundTrip>) | null;
  /** Where an event stands, and as what kind of line; null: no line holds it. */
  origin(offset: number): Promise<EventOrigin | null>;
  /** Places that the reads so far came upon; complete after a read to the end. */
  damage(): readonly SessionDamage[];
  /**
   * Events from `from` on, then new ones as they are recorded, until `signal` says to stop.
   */
  follow(options: { readonly from: number; readonly signal: AbortSignal }): AsyncIterable<LogEvent>;
  close(): Promise<void>;
}

/** The thread that a source tells of: its first event says it. */
export async function threadIdOf(source: EventSource): Promise<string> {
  for await (const event of source.read({ from: 0, to: 0 })) {
    if (isKnownEvent(event) && event.type === "thread.started") return event.data.threadId;
  }
  throw unreachable("a session does not begin with thread.started");
}

const POLL_MS = 200;

/**
 * Events of a file from `from` on, then those that its tool goes on to write. The file is read again
 * from the last event whenever its size has changed: other tools' files name no offsets.
 * @throws {RefoldError} `file-not-found`: the file went
 * @throws {RefoldError} `no-permission`
 */
export async function* followFile(
  path: string,
  source: EventSource,
  { from, signal }: { readonly from: number; readonly signal: AbortSignal },
): AsyncGenerator<LogEvent> {
  let next = from;
  let readBytes = -1;
  const isStopped = (): boolean => signal.aborted; // at any await
  while (!isStopped()) {
    const size = await sizeOf(path);
    if (size === readBytes) {
      await pauseUnlessAborted(signal);
      continue;
    }
    readBytes = size;
    for await (const event of source.read({ from: next })) {
      if (isStopped()) return;
      yield event;
      next = event.offset + 1;
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw pathRefused(path, error);
  }
}

async function pauseUnlessAborted(signal: AbortSignal): Promise<void> {
  try {
    await pause(POLL_MS, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error; // to stop is what was asked for
  }
}
