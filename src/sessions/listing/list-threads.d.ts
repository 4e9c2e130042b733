import { type DeriveListeners } from "./derive.js";
import { type ThreadSummary } from "./thread-summary.js";
export interface ListThreadsOptions extends DeriveListeners {
    /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
    readonly home?: string;
    /**
     * Lists the sessions of a Codex home too: a folder, or true for `CODEX_HOME`, else `~/.codex`.
     * Nothing is written there.
     */
    readonly codex?: string | true;
}
/**
 * Every thread of a home, the last changed first, each summarised from the head and the tail of its
 * file. What was read before is kept in `<home>/index/`, and read again when a file's size or time
 * has changed; the index may be removed at any time.
 *
 * @throws {FileNotFound} there is no such Codex folder @throws {InvalidArgument} it is a file
 */
export declare function listThreads(options?: ListThreadsOptions): Promise<ThreadSummary[]>;
