import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { type ByteSource } from "./byte-source.js";
import { type Compression } from "./compression.js";
import type { ForeignDamage } from "./damage.js";
import type { BlobReader } from "./kept-bytes.js";
import type { Recognition, SessionForm } from "./session-form.js";
export interface OpenRolloutOptions {
    /** How tool outputs are bounded, whatever the session says; absent: as it says. */
    readonly toolOutputLimit?: TruncationPolicy;
    /** Told where each event's object stands in the content, right before the event is given. */
    readonly onObject?: (place: {
        readonly start: number;
        readonly end: number;
    }) => void;
}
/** Somebody else's session that can be read as events. Nothing is held open; nothing is written. */
export interface ForeignRollout<Found extends Recognition = Recognition> {
    /** Reads forward only; every reading goes over the file again. */
    readonly source: EventSource;
    /** Reads all of it, handing on each event as it is made: the quickest way to look at each once. */
    visit(onEvent: (event: RefoldEvent) => void): Promise<void>;
    /** What the events name by hash, from the file itself. */
    readonly blobs: BlobReader;
    readonly recognition: Found;
    readonly compression: Compression | null;
    /** The session's lines: the file's own bytes, unpacked where they are compressed. */
    readonly content: ByteSource;
    /** Places that readings so far came upon, in the order of the file; complete after one to the end. */
    damage(): readonly ForeignDamage[];
}
/**
 * Opens a file as a session of one dialect: plain, gzip or zstd, told by its content.
 *
 * @throws {EmptyRollout} it holds nothing
 * @throws {NotARollout} it is something else; the error says what it looks like
 * @throws {TruncatedArchive} nothing of it can be unpacked
 */
export declare function openRollout<Found extends Recognition>(bytes: ByteSource, form: SessionForm<Found>, options?: OpenRolloutOptions): Promise<ForeignRollout<Found>>;
