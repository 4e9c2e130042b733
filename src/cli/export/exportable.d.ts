import type { EventSource } from "../../events/event-source.js";
import { type TranscriptFormat } from "../../projections/transcript/render-transcript.js";
import type { RedactedThread } from "../../sessions/redaction/redact-thread.js";
import { type JsonlStore } from "../../store/jsonl/jsonl-store.js";
import type { HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
interface ExportableOptions extends HomeOption {
    readonly shell: Shell;
}
/**
 * What FILE|THREAD names, as a thread of a store. A file that lies in no store is taken into one that
 * goes when the work is done: the user's own is only read.
 */
export declare function withExportable<Result>(text: string, { shell, home }: ExportableOptions, work: (thread: Exportable) => Promise<Result>): Promise<Result>;
/** A file to be written. */
export interface ExportedParts {
    readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
    /** What is to be said of it, once it is written. */
    readonly notes: () => readonly string[];
}
/** A thread of a store. */
export interface Exportable {
    readonly store: JsonlStore;
    readonly threadId: string;
    /** What was replaced in it; absent: it is as it was recorded. */
    readonly redaction?: RedactedThread;
}
export declare function transcriptParts(source: EventSource, format: ExportedTranscript): Promise<ExportedParts>;
/** A thread of a store in any format. */
export declare function threadParts(format: string, thread: Exportable): Promise<ExportedParts>;
type ExportedTranscript = Exclude<TranscriptFormat, "text">;
/** The formats of an export that are transcripts. */
export declare const TRANSCRIPT_FORMATS: readonly ExportedTranscript[];
export declare function isTranscriptFormat(format: string): format is ExportedTranscript;
export {};
