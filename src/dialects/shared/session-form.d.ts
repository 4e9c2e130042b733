import type { EventAccount, LogEvent, RefoldEvent } from "../../events/event.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import type { LineForm } from "./damage.js";
import type { Evidence } from "./evidence.js";
import type { BlobReader } from "./kept-bytes.js";
import type { ForeignObject } from "./object-reader.js";
/** What a file was recognised as, and by what. */
export interface Recognition {
    readonly dialect: string;
    /** For people: `Codex rollout (envelope form): line 1 is a session_meta line`. */
    readonly reason: string;
}
/** An event, and what it names by hash. */
export interface DecodedLine {
    readonly event: RefoldEvent;
    readonly evidence: readonly Evidence[];
}
/** Makes one event of each object of a session, in order. */
export interface LineDecoder {
    /** The offset that the next event gets: the number of objects so far. */
    readonly head: number;
    /** @returns a promise only where an earlier line has to be read again; wait for it */
    decode(object: Pick<ForeignObject, "value" | "text">): DecodedLine | Promise<DecodedLine>;
}
export interface DecoderOptions {
    /** How tool outputs are bounded, whatever the session says; null: as it says. */
    readonly toolOutputLimit: TruncationPolicy | null;
    /** Reads an earlier object again. Few sessions ever ask for it. */
    recall(ordinal: number): Promise<JsonObject>;
    /** The content's first bytes, for a form that looks ahead; none otherwise. */
    readonly opening: Uint8Array;
}
/** All that reading, importing and writing a dialect's files asks of it. */
export interface SessionForm<Found extends Recognition = Recognition> {
    readonly name: string;
    readonly lines: LineForm;
    /** True when the first object does not tell whose session it is, but one soon after it does. */
    readonly looksAhead: boolean;
    /** @param firstBytes of the (unpacked) content; the last line may be cut; null: it is another's */
    recognise(firstBytes: Uint8Array): Found | null;
    /** False for an object that may be another dialect's; such a one is looked at more closely. */
    isOwn(object: JsonObject): boolean;
    decoder(options: DecoderOptions): LineDecoder;
    /** All that a line could name by hash, under any policy. */
    evidenceIn(object: JsonObject): readonly Evidence[];
    /** Says how a session's events count; absent: each by its facts alone. */
    accountant?(): Accountant;
    /** The object of an event without a form of its own; null: this dialect has no such event. */
    plainObject(event: RefoldEvent, blobs: BlobReader): Promise<JsonObject | null>;
}
/** Says how the events of one session count: given all of them, in their order. */
export interface Accountant {
    take(event: LogEvent): EventAccount;
}
/** Every event counts by its facts alone; a session that is nobody else's, for one. */
export declare const plainAccountant: Accountant;
