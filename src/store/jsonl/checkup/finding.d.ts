/**
 * How bad it is. `error`: something is lost or cannot be read; `warning`: nothing is lost, but it
 * should be put right; `note`: good to know.
 */
export type Severity = "error" | "warning" | "note";
/** What can be found wrong with sessions and the folder that they live in. */
export type FindingKind = "folder-mode" | "file-mode" | "damage" | "torn-tail" | "torn-copy" | "no-events" | "misnamed" | "unreadable" | "lease-live" | "lease-stale" | "lease-elsewhere" | "blob-missing" | "blob-corrupt" | "blob-orphan" | "fork-parent-missing" | "fork-parent-changed" | "fork-cycle" | "index-damaged" | "index-stale" | "leftover";
/** One thing that a check came upon. */
export interface Finding {
    readonly kind: FindingKind;
    readonly severity: Severity;
    readonly path: string;
    /** What is wrong, in words; names ids, offsets and bytes, never content. */
    readonly message: string;
    /** The command that mends it, or what to do; null: nothing has to be done. */
    readonly remedy: string | null;
    /** 1-based; of damage. */
    readonly line?: number;
    /** Byte offset; of damage and torn tails. */
    readonly byte?: number;
}
/** A path as a shell takes it. */
export declare function shellWord(path: string): string;
/** What the operating system refused to open. @param code of its error */
export declare function unreadable(path: string, code: string, message: string): Finding;
