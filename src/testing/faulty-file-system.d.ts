import { type FileSystem } from "../store/jsonl/file-system.js";
/** A file system whose calls meet faults, for `jsonlStore({fileSystem})`. */
export interface FaultyFileSystem extends FileSystem {
    /** Calls so far, faulty ones included. */
    readonly callCount: number;
    /** The faults that were met, oldest first. */
    readonly injected: readonly InjectedFault[];
}
/**
 * The real file system (or another), with faults where a plan says so. A fault that a call cannot have
 * (a shortened rename) leaves the call alone.
 */
export declare function faultyFileSystem(plan: FaultPlan, behind?: FileSystem): FaultyFileSystem;
/** A call to the file system: which one, on what, and the how-manieth of all. */
export interface FileCall {
    /** `open`, `read`, `write`, `syncData`, `rename`, …: the member of `FileSystem`. */
    readonly operation: string;
    /** Absolute; of calls on an open file, the path that it was opened by. */
    readonly path: string;
    /** 0-based, over all calls. */
    readonly index: number;
}
/** What a call does in place of what it should. */
export type Fault = 
/** Nothing, and fails with the system's error code (`EIO`, `ENOSPC`, …). */
{
    readonly kind: "fail";
    readonly code: string;
}
/** A write that puts down only this share of its bytes, 0 to 1, and then fails. */
 | {
    readonly kind: "tear";
    readonly share: number;
    readonly code: string;
}
/** A read or write that does this share of its bytes, at least one, and says so: allowed, and rare. */
 | {
    readonly kind: "shorten";
    readonly share: number;
}
/** What it should, after so many milliseconds. */
 | {
    readonly kind: "delay";
    readonly delayMs: number;
};
/** Decides what becomes of a call; null: what it should. */
export type FaultPlan = (call: FileCall) => Fault | null;
/** Faults at chosen calls, by their index. */
export declare function faultsAt(faults: ReadonlyMap<number, Fault>): FaultPlan;
export interface RandomFaultOptions {
    /** The share of calls that meet a fault, 0 to 1. */
    readonly share: number;
    /** One of these is drawn. */
    readonly faults: readonly Fault[];
    /** From 0 (inclusive) to 1. A seeded one makes a run repeatable. Default: `Math.random`. */
    readonly random?: () => number;
}
/** Faults at random calls. */
export declare function randomFaults({ share, faults, random, }: RandomFaultOptions): FaultPlan;
/** A fault that was met, and where. */
export interface InjectedFault extends FileCall {
    readonly fault: Fault;
}
/** As the system throws it. */
export declare function systemError(code: string, syscall: string, path: string): Error;
