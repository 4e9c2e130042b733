import { type RedactionFinding, type RedactionOptions } from "../../projections/redaction/redactor.js";
export interface RedactThreadOptions extends RedactionOptions {
    /** The folder that the thread lives in; only read. */
    readonly home: string;
    readonly threadId: string;
    /** Another folder, where the redacted copy goes. */
    readonly target: string;
}
/** A redacted copy of a thread, and of its ancestors. */
export interface RedactedThread {
    /** The copy's own id; that of a thread always gives the same one. */
    readonly threadId: string;
    readonly findings: readonly RedactionFinding[];
    /** Images and other payloads in base 64 that were left as they are. */
    readonly payloads: number;
}
/**
 * Writes a redacted copy of a thread and its ancestors into another home: sums, sizes and hashes made
 * again, text blobs redacted under new names, ids of the threads replaced everywhere.
 *
 * @see docs/redaction.md
 * @throws {ThreadNotFound} @throws {DamagedLog} the thread is damaged: repair it first
 * @throws {InvalidArgument} a pattern is none
 * @throws {InvalidEvent} a pattern matched what an event cannot do without
 */
export declare function redactThread(options: RedactThreadOptions): Promise<RedactedThread>;
