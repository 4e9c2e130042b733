import type { FactOf } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type ExportLedger, type SpellableEntry } from "../shared/export-ledger.js";
import type { BlobReader } from "../shared/kept-bytes.js";
import type { EntrySpelling, Spelling } from "./spelling.js";
import type { WrittenTranscript } from "./written-transcript.js";
interface TranscriptLinesParts {
    readonly maker: LineMaker;
    readonly transcript: WrittenTranscript;
    readonly ledger: Pick<ExportLedger, "extend">;
    readonly spelling: EntrySpelling;
    readonly blobs: BlobReader;
}
/** Lines behind each other, from wherever in the tree they go on. */
export declare class TranscriptLines {
    #private;
    private readonly parts;
    constructor(parts: TranscriptLinesParts);
    /** The line that the next one follows. */
    get leaf(): string | null;
    /** What the lines up to there hold. */
    get ledger(): number;
    /** The lines that are settled since this was asked for last. */
    taken(): readonly JsonObject[];
    /** What follows happens at this time, in this state's turn. */
    begin(at: string, state: ThreadState): void;
    goIn({ turns, baseline }: ThreadState): void;
    goOnBehind(uuid: string | null): void;
    /** What the thread has spent by now. */
    spent(total: Usage): void;
    isMore(total: Usage): boolean;
    /**
     * A request is reported: that of the newest answer, or of the next where that one is reported
     * already. Some tools write the report behind the answer, and some before it.
     */
    count(total: Usage): void;
    /** @returns what was said of it, and what could not be */
    say(entry: SpellableEntry): Promise<Spelling>;
    /** What of an entry could be said. */
    spelling(entry: SpellableEntry): Spelling;
    /** A line of the user's with nothing in it: its branch is the live one from now on. */
    sayNothing(): void;
    /** No answer follows that could say what was spent so far. */
    settle(): void;
    /** What was spent and is said nowhere, as an answer without a word. */
    spend(): void;
    /** Settles the newest answer: what it cost is known, or never told. */
    flush(): void;
    /** A compaction's boundary: what follows is all that the model is shown. */
    bound({ trigger, preTokens, }: {
        readonly trigger: string;
        readonly preTokens: number | null;
    }): void;
    /** @param ledger what is left of it */
    clearOutputs(compactedToolIds: readonly string[], ledger: number): void;
    turnEnded(durationMs: number): void;
    notice({ level, message }: FactOf<"notice.logged">["data"]): void;
    rename(customTitle: string): void;
}
/** What every line of the tree says. */
interface LineCommon {
    readonly sessionId: string;
    readonly cwd: string;
    /** Of the tool that writes. */
    readonly version: string;
    /** What else the imported lines say, that a line behind them has to say too. */
    readonly others: JsonObject;
}
/** Makes lines with a place in the tree; their ids are derived from thread and ordinal. */
export declare class LineMaker {
    #private;
    private readonly threadId;
    private readonly common;
    constructor(threadId: string, common: LineCommon);
    get sessionId(): string;
    /** An id of the API's form, for an answer that never had one. */
    messageId(): string;
    /**
     * A line behind another. The parent stands first, as Claude Code writes it.
     * @param cwd of the turn; null: the thread's
     */
    line(place: {
        readonly parentUuid: string | null;
        readonly at: string;
        readonly cwd: string | null;
    }, members: JsonObject): JsonObject & {
        readonly uuid: string;
    };
}
export {};
