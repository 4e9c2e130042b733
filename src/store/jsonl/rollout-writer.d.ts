import type { LogEvent } from "../../events/event.js";
import { type FileSystem } from "./file-system.js";
import type { Lease } from "./lease.js";
import { type TornTail } from "./torn-tail.js";
/**
 * When an acknowledged batch is safe from a power cut: at once; when its turn has ended (and at
 * `sync` and `close`); whenever the system writes it. Safe from a crash of the process it always is.
 */
export type Durability = "append" | "turn" | "none";
export interface RolloutOptions {
    readonly fileSystem: FileSystem;
    readonly home: string;
    readonly threadId: string;
    readonly path: string;
    readonly durability: Durability;
    readonly onTorn: (torn: TornTail) => void;
}
/** A rollout that is open for writing, under its lease. */
export interface RolloutWriter {
    /** The offset that the next event gets; null: the thread has no event yet. */
    readonly head: number | null;
    /** True once somebody else wrote, or took the lease: the thread must be opened afresh. */
    readonly isFenced: boolean;
    /**
     * Appends a batch with one write: all of it, or none.
     * @param events not empty; offsets contiguous from `expectedHead`
     * @returns the new head
     * @throws {OffsetConflict | Fenced | DiskFull | WriteFailed}
     */
    append(expectedHead: number, events: readonly LogEvent[]): number;
    /** Makes every acknowledged batch durable. */
    sync(): void;
    /** Makes durable what the level asks for, and gives up the file and the lease. */
    close(): void;
}
/**
 * Opens a rollout for writing, or gets ready to make its file with the first batch. A torn tail is
 * set aside and reported.
 *
 * @throws {DamagedLog} whole batches follow damage; nothing was changed
 */
export declare function openRollout(options: RolloutOptions, lease: Lease): RolloutWriter;
