import type { EventSource } from "../../../events/event-source.js";
import type { BlobReader } from "../../../sessions/session.js";
import { type Tool } from "../../tools/tool.js";
import type { RecordedDifference } from "./recorded-difference.js";
export interface RecordedToolsOptions {
    /** The session's: outputs that were bounded are then given whole, to be bounded again. */
    readonly blobs?: BlobReader;
    readonly onDifference?: (difference: RecordedDifference) => void;
}
/** Tools that say again what was recorded. Nothing is run. */
export interface RecordedTools {
    /** Those that the session declared, and those that it called. */
    readonly tools: readonly Tool[];
    /** Calls that the session does not have as they came. */
    readonly differences: readonly RecordedDifference[];
}
/**
 * Tools that answer from a recorded session: a call gets the output that the call of the same id got,
 * even when its arguments differ, which is then named with its offset. Of calls with one id the
 * first gets the first.
 * @throws what reading the session throws
 */
export declare function recordedTools(session: EventSource, options?: RecordedToolsOptions): Promise<RecordedTools>;
