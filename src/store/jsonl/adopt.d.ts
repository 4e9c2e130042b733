import type { OwnRange } from "../event-store.js";
import { type FileSystem } from "./file-system.js";
import { type Place } from "./home.js";
import { type Lease } from "./lease.js";
import { type LogFile } from "./log-file.js";
/** A stretch of a rollout's own events, and the file that holds them. */
interface PrefixPart extends OwnRange {
    readonly path: string;
}
/**
 * Puts lines of other rollouts, byte for byte, before a rollout's own. The new file appears whole, in
 * place of the old one. Its torn tail has been cut.
 *
 * @throws {DamagedLog} a part cannot be read; nothing was changed
 * @throws {Fenced} somebody took the rollout's lease over meanwhile; nothing was changed
 */
export declare function adoptPrefix({ fileSystem, lease }: {
    readonly fileSystem: FileSystem;
    readonly lease: Lease;
}, rollout: string, parts: readonly PrefixPart[]): void;
/** How a log from elsewhere compares with the thread that is stored. */
export interface RolloutComparison {
    /**
     * `none`: there is no such thread. `within`: all of the log is stored already. `grown`: the log goes
     * on where the thread ends. `differs`: neither is the beginning of the other.
     */
    readonly kind: "none" | "within" | "grown" | "differs";
    /** The thread's head; 0: there is none. */
    readonly head: number;
    /** The first byte that is not the same. */
    readonly byte: number;
}
/** Compares the whole batches of a log with those of a thread's own rollout, byte for byte. */
export declare function compareRollout(place: Place, threadId: string, log: LogFile): RolloutComparison;
/**
 * Takes a log that was written elsewhere into a home as it is, byte for byte: the whole file, in one
 * rename, durable. Where the thread is stored, the log must go on where it ends (`compareRollout`).
 *
 * @param log sound, whole batches to its end
 * @throws {LeaseHeld} somebody writes to the thread
 * @throws {Fenced} somebody took the thread's lease over meanwhile; nothing changed
 * @throws {DiskFull | WriteFailed} nothing changed
 */
export declare function adoptRollout(place: Place, threadId: string, log: LogFile): Promise<void>;
export {};
