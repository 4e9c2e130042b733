import type { LogEvent, RefoldEvent } from "../events/event.js";
import type { ByteSource } from "./shared/byte-source.js";
import { type Comparison, type StoredImport } from "./shared/compare-with-stored.js";
import { type KeepingOptions } from "./shared/decode-kept.js";
import type { BlobReader } from "./shared/kept-bytes.js";
import { type ForeignRollout, type OpenRolloutOptions } from "./shared/open-rollout.js";
import { type Accountant } from "./shared/session-form.js";
import type { WriteThread } from "./shared/write-thread.js";
/** One way of recording sessions: everything that is to be known of it outside of its folder. */
export interface Dialect {
    readonly name: string;
    /** @throws {NotARollout} the file is of no form of this dialect */
    open(bytes: ByteSource, options?: OpenRolloutOptions): Promise<ForeignRollout>;
    /** Its events with all that is needed to write the file again; what they name goes to `blobs`. */
    keep(content: ByteSource, options: KeepingOptions): AsyncIterable<RefoldEvent>;
    /** @throws {ImportDiverged} the file is not the one that was imported, nor a longer one */
    compare(content: ByteSource, stored: StoredImport): Promise<Comparison>;
    /** Says how the events of one of its sessions count, imported ones too. */
    accountant(): Accountant;
    /** Writes events as a file of this dialect. @throws {ExportUnsupported} */
    encode(events: AsyncIterable<LogEvent> | Iterable<LogEvent>, blobs: BlobReader): AsyncIterable<Uint8Array>;
    /** Its lines without what is damaged in them; they open to the same events, without damage. */
    wholeLines(content: ByteSource): AsyncIterable<Uint8Array>;
}
/** Every dialect that is known, by its name; a file is tried in this order. */
export declare const DIALECTS: ReadonlyMap<string, Dialect>;
/** A foreign session and what it was recognised as. */
export interface OpenedForeign {
    readonly dialect: Dialect;
    readonly rollout: ForeignRollout;
}
/**
 * Opens a file as whichever dialect its content is of.
 * @throws {NotARollout} it is of none that is known; says what it looks like
 */
export declare function openForeign(bytes: ByteSource, options?: OpenRolloutOptions): Promise<OpenedForeign>;
/**
 * The dialects that any thread can be written in, by name; a thread of another dialect can only be
 * given back as the file it was imported from (`Dialect.encode`).
 */
export declare const THREAD_WRITERS: ReadonlyMap<string, WriteThread>;
