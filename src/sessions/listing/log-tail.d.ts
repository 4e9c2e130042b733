import type { LogEvent } from "../../events/event.js";
import type { LogFile } from "../../store/jsonl/log-file.js";
/** What the tail of a thread's own log tells of its state. */
export interface TailFacts {
    readonly turns: number;
    readonly tokens: number;
    readonly model: string | null;
    /** Undefined: nobody renamed it in what was read, up to its first event. */
    readonly title: string | null | undefined;
}
/** The end of a log, as a reader finds it. */
export interface LogTail {
    /** The last event with none left. */
    readonly last: LogEvent;
    /** The byte behind it; what follows is torn. */
    readonly endByte: number;
    /**
     * Null: the tail does not tell enough, because of a rollback, a running turn, or damage. Whoever
     * needs it resumes the thread.
     */
    readonly facts: TailFacts | null;
}
/**
 * Reads backward from the end of a log: to the newest turn's end, which holds running totals and the
 * title, and on to that turn's start, which holds the model. Where a turn's end does not say the title
 * (in older logs), up to the newest checkpoint or the log's start: a title may stand anywhere before.
 * Of most lines only the type is looked at.
 *
 * @param room see `linesBackward`
 * @returns null when the log holds no whole batch
 */
export declare function readTail(log: LogFile, room: Buffer): LogTail | null;
