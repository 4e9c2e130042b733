import type { LogEvent } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type ExportLedger, type LedgerIds } from "../shared/export-ledger.js";
import type { BlobReader } from "../shared/kept-bytes.js";
import type { ExportReport, WrittenEvent } from "../shared/write-thread.js";
import { type EntryItems } from "./written-lines.js";
import type { WrittenRollout } from "./written-rollout.js";
export interface ThreadWriterParts {
    readonly threadId: string;
    readonly blobs: BlobReader;
    readonly ids: LedgerIds;
    readonly ledger: ExportLedger;
    readonly items: EntryItems;
    readonly rollout: WrittenRollout;
    readonly report: ExportReport;
    /** The base instructions that the file's first line holds; null: none. */
    readonly instructions: string | null;
}
/**
 * Writes events of our own as lines of a rollout. Whatever Codex has no line for but changes the
 * history becomes a `compacted` line with the whole ledger; so does every place where the rollout,
 * read again, would give another history.
 */
export declare class ThreadWriter {
    #private;
    private readonly parts;
    constructor(parts: ThreadWriterParts);
    /** @returns the lines that say what the event says */
    write({ event, before, after }: WrittenEvent): Promise<readonly JsonObject[]>;
    /** @returns the lines that the end of the thread needs, so that it is what the rollout ends with */
    finish(event: LogEvent, state: ThreadState): Promise<readonly JsonObject[]>;
}
