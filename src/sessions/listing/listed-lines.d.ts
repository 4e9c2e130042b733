import type { ThreadSummary } from "./thread-summary.js";
/** What becomes of each line, which is valid until this returns; false: no more are wanted. */
export type TakeLine = (line: Buffer) => boolean;
/**
 * Hands on the lines of a log or session, without their line feeds.
 * @returns why it could not be read to its end, in one sentence; null: it could
 */
export declare function readLines(path: string, take: TakeLine): Promise<string | null>;
/**
 * Whether anything in a thread's own lines holds a text, in whatever case: messages, calls, outputs,
 * instructions, titles. What stands in its blobs, in sealed reasoning, or in the thread that it was
 * forked from, is not looked at.
 */
export declare function holdsText(thread: ThreadSummary, text: string): Promise<boolean>;
