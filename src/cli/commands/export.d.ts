import { type Exportable } from "../export/exportable.js";
import type { DeclareCommand } from "../shell.js";
/** `refold export`: a thread as a file to read, to pass on, or for another tool. */
export declare const declareExport: DeclareCommand;
/** What was replaced: by what, how often, where; never the secret. None: nothing was asked for. */
export declare function redactionLines({ redaction }: Exportable): readonly string[];
export interface RedactionChoice {
    readonly redact?: true;
    readonly redactPattern?: readonly string[];
    /** A file with a pattern a line; blank lines, and those that begin with #, are none. */
    readonly redactPatterns?: string;
}
/** @returns the caller's own patterns; null: nothing is to be redacted */
export declare function redactionPatterns({ redact, redactPattern, redactPatterns: file, }: RedactionChoice): Promise<readonly string[] | null>;
/** A redacted copy of the thread, which goes when the work is done; without patterns the thread. */
export declare function withRedacted<Result>({ store, threadId }: Exportable, patterns: readonly string[] | null, work: (thread: Exportable) => Promise<Result>): Promise<Result>;
