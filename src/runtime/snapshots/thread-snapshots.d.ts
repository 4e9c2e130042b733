import type { EventOf } from "../../events/event.js";
import type { ThreadLog } from "../thread-log.js";
export interface ThreadSnapshotOptions {
    /** A folder inside the work tree. Default: the running turn's, else the thread's. */
    readonly cwd?: string;
    /** In bytes; larger untracked files are left out and named. */
    readonly untrackedLimitBytes?: number;
    /** A notice is logged when it takes longer, in milliseconds. */
    readonly noticeAfterMs?: number;
}
type Taken = EventOf<"snapshot.taken">;
/**
 * Snapshots the thread's work tree and records it. No prompt ever shows it; it costs no tokens.
 * @throws {NotARepository} @throws {GitFailed} @throws {InvalidArgument} no folder is known
 */
export declare function takeThreadSnapshot(log: ThreadLog, options?: ThreadSnapshotOptions): Promise<Taken["data"]>;
/**
 * Puts the work tree back to the newest snapshot that was not restored yet, wherever in the log it
 * stands: those of turns that were rolled back count too.
 * @throws {NoSnapshot} none is left
 */
export declare function undoSnapshot(log: ThreadLog): Promise<Taken>;
/**
 * Puts the work tree back to the first snapshot behind an offset: what the files were when the thread
 * went on from there.
 * @throws {NoSnapshot} none was taken behind it
 */
export declare function restoreAfter(log: ThreadLog, offset: number): Promise<Taken>;
/**
 * The first snapshot behind an offset, wherever in the log it stands.
 * @throws {NoSnapshot} none was taken behind it
 */
export declare function snapshotAfter(log: ThreadLog, offset: number): Promise<Taken>;
export {};
