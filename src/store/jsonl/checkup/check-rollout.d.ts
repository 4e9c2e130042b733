import { type Finding } from "./finding.js";
/** What reading a rollout from end to end showed. */
export interface RolloutCheck {
    readonly findings: readonly Finding[];
    /** The blobs that its events name. */
    readonly blobs: ReadonlySet<string>;
    /** The thread that a fork left; null: it is none. */
    readonly parentId: string | null;
}
/**
 * Reads a rollout of our own: every sum, every batch, the tail.
 * @param threadId as its name says; absent: the file lies anywhere, and its content tells its form
 */
export declare function checkRollout(path: string, threadId?: string): RolloutCheck;
/** The command that writes a clean copy. */
export declare function repairOf(path: string): string;
