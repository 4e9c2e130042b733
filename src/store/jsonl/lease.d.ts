import { type FileSystem } from "./file-system.js";
import type { Place } from "./home.js";
/** The right to write to one thread, or to collect garbage. */
export interface Lease {
    /** False once somebody took it over. One look at the file system. */
    isHeld(): boolean;
    release(): void;
}
interface LeaseOptions {
    readonly fileSystem: FileSystem;
    /** The folder that the lease's files stand in, one for each process that wants it. */
    readonly folder: string;
    /** Named in messages. */
    readonly what: string;
    /** How long a heartbeat must stand still before its holder counts as dead. Default 30,000. */
    readonly staleAfterMs?: number;
    /** Takes the lease from whoever holds it. What they have in flight is fenced. Default false. */
    readonly steal?: boolean;
}
/**
 * Takes a lease: announce, then look. Every taker puts a file of its own, named by a random token,
 * into the lease's folder, and only then looks for others; who sees one of a living process steps
 * back. Of two takers the one that announces later sees the other's file, which nobody removes while
 * its owner lives, so both cannot hold the lease. Files of dead takers are removed by their token,
 * which never names another.
 *
 * In one boot and pid namespace the holder's pid and start time say whether it lives; otherwise the
 * taker watches its heartbeat, and takes over when that stands still for `staleAfterMs`.
 *
 * @throws {LeaseHeld} somebody who lives holds it
 * @throws {WriteFailed | DiskFull} the lease's file could not be written
 */
export declare function takeLease(options: LeaseOptions): Promise<Lease>;
/**
 * Does something while no other process collects garbage or deletes a thread in this home.
 * @throws {LeaseHeld} another one does
 */
export declare function withHomeLock<T>({ fileSystem, home }: Place, work: () => T | Promise<T>): Promise<T>;
/** @throws {Fenced} the lease under which a rollout is changed was taken over */
export declare function refuseUnheld(lease: Pick<Lease, "isHeld">, rollout: string): void;
export {};
