import type { LogEvent } from "../../events/event.js";
import type { BackwardOptions, ReadOptions } from "../event-store.js";
import type { LogFile } from "./log-file.js";
/** Where a reading ended. */
export interface ReadEnd {
    /** The byte behind the last line with none left; what follows is torn, or being written. */
    readonly endByte: number;
    /** The offset behind that line; null: no such line was read. */
    readonly head: number | null;
}
/**
 * The events of a log, oldest first, in runs of whole batches; where `from` or `to` is inside a
 * batch, the run holds what is in the range. Damage that is not met on the way is not looked for.
 *
 * @throws {DamagedLog} damage is followed by whole batches, and there is no `onDamage`
 * @throws {NeedsNewerVersion} unless `newer` is `ignore`
 */
export declare function readRuns(log: LogFile, options?: RunOptions): Generator<readonly LogEvent[], ReadEnd, undefined>;
/** Where to begin so that nothing from `from` on is missed: at its batch, or at the log's start. */
export declare function findStart(log: LogFile, from: number): number;
export interface RunOptions extends ReadOptions {
    /** Told of each event as its line is read, with the bytes of the line. */
    readonly onLine?: (event: LogEvent, bytes: number) => void;
}
export interface ReadFrom extends RunOptions {
    /** Where a batch begins. */
    readonly startByte: number;
    /** The offset with which it begins; absent: the line there tells. */
    readonly startOffset?: number;
}
/** As `readRuns`, from a byte that is known. */
export declare function readRunsFrom(log: LogFile, options: ReadFrom): Generator<readonly LogEvent[], ReadEnd, undefined>;
/**
 * The events of a log from `from` downwards, batch by batch, newest first.
 * @throws {DamagedLog} where damage is met
 */
export declare function readRunsBackward(log: LogFile, { from, newer }?: BackwardOptions): Generator<readonly LogEvent[], void, undefined>;
