import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { ExportLedger } from "./export-ledger.js";
import { type BlobReader } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";
/** One export of a thread that went on, or that comes from elsewhere. Each is asked for once, in order. */
export interface ThreadRun {
    /** The first line, where the imported ones do not begin with it; null: they do. */
    begin(): JsonObject | null | Promise<JsonObject | null>;
    /** The events that were imported, each read along as it is handed out. */
    imported(): AsyncIterable<LogEvent>;
    /** The lines of the events behind them. */
    own(): AsyncIterable<readonly JsonObject[]>;
}
interface WritingForm {
    readonly form: Pick<SessionForm, "name" | "plainObject">;
    readonly blobs: BlobReader;
}
/**
 * Writes a thread as a file of one dialect: byte for byte what was imported from one, then what came
 * after it.
 * @returns the file's bytes, in parts
 */
export declare function writeThread(source: EventSource, { form, blobs }: WritingForm, startRun: (survey: ThreadSurvey) => ThreadRun): AsyncGenerator<Uint8Array, void, undefined>;
export interface ThreadExport {
    readonly threadId: string;
    readonly blobs: BlobReader;
    /** Version of the tool that writes. */
    readonly version: string;
    /** Told what has no place in the file; complete once the bytes were read to their end. */
    readonly report?: ExportReport;
}
/**
 * Writes a thread, whoever recorded it, as a file of one dialect.
 * @param source the thread's events through its ancestors; read more than once
 * @returns the file's bytes, in parts
 */
export type WriteThread = (source: EventSource, options: ThreadExport) => AsyncIterable<Uint8Array>;
/** Something of a thread that a file of another tool has no place for. */
export interface NotCarried {
    /** A type of event, or a part of one: `request.sent`, `failed tool calls`. */
    readonly what: string;
    readonly count: number;
    /** Offset of the first. */
    readonly firstAt: number;
}
/** Lists what an export leaves out; complete once the export was read to its end. */
export declare class ExportReport {
    #private;
    add(what: string, offset: number): void;
    /** In the order in which they first came. */
    get notCarried(): readonly NotCarried[];
}
/** What has to be known of a thread before its first line is written. */
export interface ThreadSurvey {
    /** The state at its end. */
    readonly state: ThreadState;
    /** How many of its events were read from a file of the dialect that it is written in. */
    readonly importedEnd: number;
    /** The first event, and the thread that it started; null: there is none. */
    readonly first: {
        readonly at: string;
        readonly threadId: string | null;
    } | null;
}
/** An event, with what it made of the thread. */
export interface WrittenEvent {
    readonly event: LogEvent;
    readonly before: ThreadState;
    readonly after: ThreadState;
}
/** Folds a thread while it is written, and numbers the ledger behind each event. */
export declare class ThreadFold {
    #private;
    private readonly ledger;
    constructor(source: EventSource, ledger: ExportLedger);
    take(event: LogEvent): Promise<WrittenEvent>;
}
/** A thread's title as other tools know one; null: it has none, or one that says nothing. */
export declare function titleOf({ thread }: ThreadState): string | null;
/** The object of an imported event's line. */
export declare function importedObject(event: LogEvent, form: Pick<SessionForm, "plainObject">, blobs: BlobReader): Promise<JsonObject>;
export {};
