import type { ThreadSummary } from "../sessions/listing/thread-summary.js";
import type { Progress } from "./output/progress.js";
/** Which threads of a list are wanted: those for which all that is asked for holds. */
export interface Selection {
    readonly search?: string;
    readonly fullText?: true;
    readonly cwd?: string;
    readonly since?: string;
    readonly model?: string;
}
/** @throws {InvalidArgument} a time that is none, or `--full-text` without a text */
export declare function selectThreads(threads: readonly ThreadSummary[], selection: Selection, progress: Progress): Promise<readonly ThreadSummary[]>;
/** `gpt-5` finds `gpt-5-codex` too. */
export declare function isModel(model: string | null, wanted: string): boolean;
