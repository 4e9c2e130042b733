import type { OutputStream } from "./output.js";
/** How far a long piece of work has come. */
export interface Progress {
    /** Begins another piece of work. @param totalBytes null: unknown, nothing is shown */
    start(label: string, totalBytes: number | null): void;
    /** So many bytes of it are done. */
    update(doneBytes: number): void;
    /** Takes the bar away, so that what follows stands on a clean line. */
    stop(): void;
}
/** A bar on a terminal's stderr, for work that takes over a second; elsewhere nothing. */
export declare function openProgress(stream: OutputStream): Progress;
