import type { BlobReader } from "../../events/event-source.js";
import type { Accountant, EventAccount, LogEvent, RefoldEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import type { ByteSource } from "./byte-source.js";
import type { LineForm } from "./damage.js";
import type { Evidence } from "./evidence.js";
import type { DecodableObject } from "./object-reader.js";
import type { LineMarks } from "./recognition.js";
import type { SlimObject } from "./slimming.js";

/** All that reading, importing and writing a dialect's files asks of it. */
export interface SessionForm {
  readonly name: string;
  readonly lines: LineForm;
  readonly marks: LineMarks;
  /** True if the first object does not tell whose session it is, but one soon after it does. */
  readonly looksAhead: boolean;
  /** False for an object that may be another dialect's; such a one is looked at more closely. */
  isOwn(object: JsonObject): boolean;
  /** The content with what is in other files before it; absent: nothing ever does. */
  joinHistory?(content: ByteSource, reach: HistoryReach): Promise<ByteSource>;
  decoder(options: DecoderOptions): LineDecoder;
  /** All that a line could name by hash, under any policy. */
  evidenceIn(object: JsonObject): readonly Evidence[];
  /** Says how a session's events count. */
  accountant(): Accountant;
  readonly slim: SlimObject;
  /** The object of an event without a form of its own; absent: there is no such event. */
  plainObject?(event: RefoldEvent, blobs: BlobReader): Promise<JsonObject | null>;
}

/**
 * How much of a thread is read that has several files. `file`: the named one and what it continues;
 * `thread`: all of them, what was reverted too.
 */
export type HistoryReach = "file" | "thread";

/** Makes one event of each object of a session, in order. */
export interface LineDecoder {
  /** The offset that the next event gets: the number of objects so far. */
  readonly head: number;
  /** @returns a promise only where an earlier line has to be read again; wait for it */
  decode(object: DecodableObject): DecodedLine | Promise<DecodedLine>;
  /**
   * The next object continues an earlier one: what is in between is taken back.
   * @param earlier each object so far, in order; null for those that were taken back
   */
  rewind?(earlier: AsyncIterable<JsonObject | null>): Promise<void>;
}

/** An event, and what it names by hash. */
export interface DecodedLine {
  readonly event: RefoldEvent;
  readonly evidence: readonly Evidence[];
}

export interface DecoderOptions {
  /** How tool outputs are bounded, whatever the session says; null: as it says. */
  readonly toolOutputLimit: TruncationPolicy | null;
  /** Reads an earlier object again. Few sessions ever ask for it. */
  recall(ordinal: number): Promise<JsonObject>;
  /** First object of the session's own file; absent, null: it is the content's. */
  readonly own?: DecodableObject | null;
  /** The content's first bytes, for a form that looks ahead; none otherwise. */
  readonly opening: Uint8Array;
}

const NONE: readonly never[] = [];

/** How an event counts, by its facts alone where nothing else is said. */
export function accountOf(event: LogEvent, account: Partial<EventAccount> = {}): EventAccount {
  // Not by a spread: that would cost more than to count the event.
  const { key = event.id, isCopy = false, repeated = NONE, aside = NONE } = account;
  const { request, model, worded, failed } = account;
  return { key, isCopy, repeated, aside, request, model, worded, failed };
}

/** Every event counts by its facts alone. */
export const plainAccountant: Accountant = { take: (event) => accountOf(event) };

/** The model that a turn begins with; in a thread of ours that goes on, its turns name it. */
export function modelOfTurn(event: LogEvent): string | null {
  if (!isKnownEvent(event) || event.type !== "turn.started") return null;
  return event.data.envelope.model ?? null;
}
