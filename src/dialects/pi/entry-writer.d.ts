import type { FactOf } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import { type ExportLedger, type LedgerIds } from "../shared/export-ledger.js";
import type { BlobReader } from "../shared/kept-bytes.js";
import { type Settings } from "./session-start.js";
import type { Spelling } from "./spelling.js";
import type { Place, WrittenSession } from "./written-session.js";
export interface EntryWriterParts {
    readonly blobs: BlobReader;
    readonly ledger: ExportLedger;
    readonly session: WrittenSession;
    readonly ids: LedgerIds;
    readonly spelling: Spelling;
}
/** Stands where pi wants a name and nobody has said one. */
export declare const UNKNOWN = "unknown";
/** Writes entries, each behind the place where the session stands. */
export declare class EntryWriter {
    #private;
    private readonly parts;
    constructor(parts: EntryWriterParts);
    /** The lines that are whole by now. */
    take(): readonly JsonObject[];
    goTo(place: Place): void;
    /** An entry that shows nothing. */
    add(type: string, at: string, fields: JsonObject): void;
    addSettings(at: string, before: Settings, settings: Settings): void;
    addUsage(at: string, used: Usage): void;
    /** The items of an entry of the ledger. */
    addItem(at: string, entry: LedgerEntry): Promise<void>;
    /**
     * A compaction as pi has them: the summary, then what the branch ends with.
     * @returns false when the ledger has another shape
     */
    compact(at: string, { entries, wanted, data, }: {
        readonly entries: readonly LedgerEntry[];
        readonly wanted: number;
        readonly data: FactOf<"history.compacted">["data"];
    }): boolean;
    /** A reader goes on behind the newest entry: one that shows nothing says where that is. */
    settle(at: string): void;
}
