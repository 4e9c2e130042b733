import type { LogEvent } from "../../events/event.js";
import type { EventStore } from "../../store/event-store.js";
import type { LogFile } from "../../store/jsonl/log-file.js";
import type { ListedFile } from "./listed-files.js";
import type { ThreadSummary } from "./thread-summary.js";
/**
 * Summarises a thread of the store: from the head and the tail of its file where they tell enough,
 * else from its resumed state; the two say the same.
 * @returns undefined when the file holds no whole batch (yet), or went meanwhile
 */
export declare function summariseThread(store: EventStore, file: ListedFile): Promise<ThreadSummary | undefined>;
/** The beginning of a log. */
export interface LogHead {
    /** Where the beginning is damaged: the first event that can be read. */
    readonly first: LogEvent;
    /** How the first user's words begin; null: nobody said anything, or they were not wanted. */
    readonly words: string | null;
}
export interface LogHeadOptions {
    /** See `linesForward`. */
    readonly room: Buffer;
    /** Whether the first user's words are wanted, which the first event may tell. */
    readonly wantsWords: (first: LogEvent) => boolean;
}
/**
 * Reads a log from its beginning, as far as it is needed.
 * @param log ends with a whole batch
 * @returns null when not one line can be read
 */
export declare function readHead(log: LogFile, { room, wantsWords }: LogHeadOptions): LogHead | null;
