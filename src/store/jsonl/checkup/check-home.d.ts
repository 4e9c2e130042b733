import { type Stats } from "node:fs";
import { type Finding } from "./finding.js";
interface CheckHomeOptions {
    /** Milliseconds since 1970: what heartbeats and files are held against. Default: now. */
    readonly now?: number;
    /** Told how many bytes are to be read, before any is. */
    readonly onTotal?: (bytes: number) => void;
    /** Told how many have been. */
    readonly onProgress?: (doneBytes: number) => void;
}
/**
 * Checks the folder in which threads live: who may read what, every rollout, lease and blob, what
 * forks refer to, what crashes left. Reads only. Other processes may write meanwhile.
 * @see docs/cli.md, "doctor"
 */
export declare function checkHome(home: string, options?: CheckHomeOptions): AsyncGenerator<Finding, void, undefined>;
/** A file or folder in a home. Links are not followed. */
interface HomeEntry {
    readonly path: string;
    readonly stats: Stats;
}
/**
 * Every file and folder of a home, itself included, each folder before what it holds. What may not be
 * looked at is left out: the folder that closes it is there, with its mode.
 */
export declare function homeEntries(path: string): Generator<HomeEntry>;
export {};
