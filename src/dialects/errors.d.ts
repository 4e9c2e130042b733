import { RefoldError } from "../errors.js";
/** A compressed file could not be unpacked to its end: it was cut short, or its bytes changed. */
export declare class TruncatedArchive extends RefoldError {
    readonly file: string;
    readonly compression: string;
    readonly code = "truncated-archive";
    readonly name = "TruncatedArchive";
    readonly remedy = "fetch the file again, or unpack what can be unpacked";
    constructor(file: string, compression: string, options?: ErrorOptions);
}
/** A file holds nothing, or nothing but blanks. */
export declare class EmptyRollout extends RefoldError {
    readonly file: string;
    readonly code = "empty-file";
    readonly name = "EmptyRollout";
    readonly remedy = "give a file that a session was recorded in";
    constructor(file: string);
}
/** A file is no session of a tool that is known. The message says what it looks like instead. */
export declare class NotARollout extends RefoldError {
    readonly file: string;
    /** `a SQLite database`, `an HTML page`, … */
    readonly looksLike: string;
    readonly code = "not-a-rollout";
    readonly name = "NotARollout";
    readonly remedy = "give a Codex rollout (~/.codex/sessions), a Claude Code transcript (~/.claude/projects) or a pi session (~/.pi/agent/sessions)";
    constructor(file: string, 
    /** `a SQLite database`, `an HTML page`, … */
    looksLike: string);
}
/** A file holds sessions of two tools: whichever it was read as, the rest would be lost. */
export declare class MixedDialects extends RefoldError {
    readonly file: string;
    /** 1-based: the first line of the second dialect. */
    readonly line: number;
    readonly dialects: readonly [before: string, after: string];
    readonly code = "mixed-dialects";
    readonly name = "MixedDialects";
    readonly remedy: string;
    constructor(file: string, 
    /** 1-based: the first line of the second dialect. */
    line: number, dialects: readonly [before: string, after: string]);
}
/** A file's content is no longer what it was when its reading began. */
export declare class ContentChanged extends RefoldError {
    readonly code = "head-regressed";
    readonly name = "ContentChanged";
    readonly remedy = "read the file again once nobody rewrites it";
    constructor(file: string, offset: number);
}
/** An event has no form in the format that was asked for. */
export declare class ExportUnsupported extends RefoldError {
    readonly type: string;
    readonly offset: number;
    readonly code = "export-unsupported";
    readonly name = "ExportUnsupported";
    readonly remedy = "export only threads that were imported from a file of that format";
    constructor(type: string, offset: number);
}
/** A file that was imported before is no longer what it was: its past changed, or it is shorter. */
export declare class ImportDiverged extends RefoldError {
    readonly imported: {
        readonly file: string;
        readonly threadId: string;
        /** Where the (unpacked) content differs from what was imported. */
        readonly byte: number;
    };
    readonly code = "import-diverged";
    readonly name = "ImportDiverged";
    readonly remedy = "import it into another home, or delete the thread first";
    constructor(imported: {
        readonly file: string;
        readonly threadId: string;
        /** Where the (unpacked) content differs from what was imported. */
        readonly byte: number;
    });
}
/**
 * A thread that was imported from a file has events of its own behind the imported ones, and the file
 * has grown too: two ways from one place, and a log has one.
 */
export declare class ThreadWentOn extends RefoldError {
    readonly imported: {
        readonly file: string;
        readonly threadId: string;
        /** The thread's first event of its own. */
        readonly offset: number;
        /** The first byte of the (unpacked) content that was not imported. */
        readonly byte: number;
    };
    readonly code = "thread-went-on";
    readonly name = "ThreadWentOn";
    readonly remedy: string;
    constructor(imported: {
        readonly file: string;
        readonly threadId: string;
        /** The thread's first event of its own. */
        readonly offset: number;
        /** The first byte of the (unpacked) content that was not imported. */
        readonly byte: number;
    });
}
