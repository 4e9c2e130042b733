/** A time as events write it, and in milliseconds since 1970. */
export interface EventTime {
    readonly at: string;
    readonly timeMs: number;
}
/** Stands for the time of an event before which no time is known. */
export declare const UNKNOWN_TIME: EventTime;
/**
 * Foreign times in UTC, to the millisecond; finer digits are cut off. One reader for a session: the
 * day of the time before is remembered, for nearly every line has the same.
 */
export declare class TimeReader {
    #private;
    /** @returns null when the text is no time of the years 0 to 9999 */
    read(text: unknown): EventTime | null;
}
