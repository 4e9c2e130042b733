import type { ListedFile } from "./listed-files.js";
import type { ThreadSummary } from "./thread-summary.js";
/**
 * Summarises a Codex session in one pass over the beginnings of its lines: running totals stand at
 * its end, but nowhere how many turns there were.
 * @returns undefined when the file is no session, or went meanwhile
 */
export declare function summariseCodex(file: ListedFile): Promise<ThreadSummary | undefined>;
