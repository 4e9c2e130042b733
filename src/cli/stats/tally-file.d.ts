import { type Tally } from "../../projections/stats/tally.js";
import type { NewerEvents } from "../../store/event-store.js";
/** What is counted of each file. */
export interface CountOptions extends NewerEvents {
    readonly since?: string;
    readonly model?: string;
}
/** A file to count. */
interface CountTask {
    readonly path: string;
    /** Keys of lines that stand in files before it and count there. */
    readonly seen: Pick<KeySet, "has">;
    /** By which its threads are told of; absent: the path. */
    readonly name?: string;
}
export interface FileTally {
    readonly tally: Tally;
    /** Of its lines that count, in their order. */
    readonly keys: readonly number[];
    readonly damagedPlaces: number;
}
/**
 * Counts the one session of a file: its own events in one pass, without those of a fork's ancestors.
 * Of a bundle every thread is counted.
 * @throws {RefoldError} the file cannot be read at all
 */
export declare function tallyFile({ path, seen, name }: CountTask, options: CountOptions): Promise<FileTally>;
/** A file that was not counted. */
export interface UnreadSession {
    readonly path: string;
    /** Of the error; what the operating system said otherwise. */
    readonly code: string;
    readonly message: string;
}
/** @throws the error itself, when it is a defect and no trouble with the file */
export declare function unreadSession(path: string, error: unknown): UnreadSession;
/** A set of whole numbers from 0 on, in 16 bytes each on average: there may be millions. */
export declare class KeySet {
    #private;
    has(key: number): boolean;
    add(key: number): void;
    /** In no order. */
    toArray(): Float64Array<ArrayBuffer>;
}
export {};
