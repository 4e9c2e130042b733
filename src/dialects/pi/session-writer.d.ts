import type { LogEvent } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import { type ExportReport, type WrittenEvent } from "../shared/write-thread.js";
import { type EntryWriterParts } from "./entry-writer.js";
interface SessionWriterParts extends EntryWriterParts {
    readonly report: ExportReport;
}
/**
 * Writes events of our own as entries of a pi session. Whatever changes the history, a rollback or an
 * edit, goes on behind the place that shows the longest beginning of what the history is then.
 */
export declare class SessionWriter {
    #private;
    private readonly parts;
    constructor(parts: SessionWriterParts);
    /** @returns the lines that are whole by now */
    write({ event, before, after }: WrittenEvent): Promise<readonly JsonObject[]>;
    /** @returns the lines that the end of the thread needs, so that a reader goes on where it does */
    finish(event: LogEvent): readonly JsonObject[];
}
export {};
