import type { JsonObject } from "../../events/primitives.js";
import { type ExportLedger } from "../shared/export-ledger.js";
import { type ExportReport, type WrittenEvent } from "../shared/write-thread.js";
import type { TranscriptLines } from "./transcript-lines.js";
import type { WrittenTranscript } from "./written-transcript.js";
interface ThreadWriterParts {
    readonly ledger: ExportLedger;
    readonly transcript: WrittenTranscript;
    readonly lines: TranscriptLines;
    readonly report: ExportReport;
    /** Whether the imported lines name the session that is written, so that their title is its title. */
    readonly isOwnFile: boolean;
}
/**
 * Nothing in a transcript leads back to before a compaction that kept messages in their place, or that
 * is the first thing said: what was spent since stays in its sum.
 */
export declare const SUM_GOES_ON = "usage that was rolled back";
/** A session that was resumed may count from nothing again: a transcript's sum goes on. */
export declare const TOTALS_BEGAN_ANEW = "running totals that began anew";
/**
 * Writes events of our own as lines of a transcript. What is appended becomes messages, a rollback
 * another branch of the tree; whatever else changes the history becomes a compaction's boundary with
 * the whole ledger behind it, as does every place where the transcript, read again, would give another.
 */
export declare class ThreadWriter {
    #private;
    private readonly parts;
    constructor(parts: ThreadWriterParts);
    /** An imported event: its line was written and taken already. */
    passOver(leaf: string | null): void;
    /** @returns the lines that are settled by now; some wait for what comes */
    write(written: WrittenEvent): Promise<readonly JsonObject[]>;
    /** @returns what the end of the thread needs, so that it is what the transcript ends with */
    finish({ event, after }: WrittenEvent): Promise<readonly JsonObject[]>;
}
export {};
