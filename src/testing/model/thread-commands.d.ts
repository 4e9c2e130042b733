import fc from "fast-check";
import type { Invariant } from "../invariants/invariant.js";
import type { OwnKit } from "../own-kit.js";
import { DrivenThread, type StoreUnderTest } from "./driven-thread.js";
import { ThreadModel } from "./thread-model.js";
export interface RunOptions {
    /** The event types and fragments of one's own that the commands were drawn with. */
    readonly own?: OwnKit;
    /** Invariants of one's own, asked at the end beside the laws. */
    readonly invariants?: readonly Invariant[];
}
/**
 * Does what the commands say with a real thread over a real store, and with a small reference of it.
 * Behind each command the thread's state, a resumed one and what the log defines (law 1) agree,
 * the history is what was said, what was acknowledged is there as it was, and readers saw whole
 * batches of one log. At the end the laws hold.
 * @throws {ModelDisagrees} something differs: says behind which command, what, and which rollout shows
 *   it (`refold replay`)
 */
export declare function runThreadCommands(commands: ThreadCommands, store: StoreUnderTest, options?: RunOptions): Promise<void>;
declare const WEIGHTS: {
    readonly "start-turn": 5;
    readonly item: 4;
    readonly call: 2;
    readonly "parallel-calls": 2;
    readonly "end-turn": 3;
    readonly "abort-turn": 2;
    readonly "whole-turn": 6;
    readonly "roll-back-turns": 2;
    readonly "roll-back-to": 3;
    readonly undo: 3;
    readonly redo: 3;
    readonly compact: 3;
    readonly fork: 2;
    readonly crash: 3;
    readonly resume: 2;
    readonly "read-while-writing": 3;
    readonly "own-event": 3;
    readonly "own-fragment": 3;
    readonly images: 2;
};
type WeightName = keyof typeof WEIGHTS;
export interface ThreadCommandOptions {
    /** Most commands in a row. Default 20. */
    readonly maxCommands?: number;
    /** How often each kind comes, against the others: whole numbers; 0 leaves it out. */
    readonly weights?: Partial<Readonly<Record<WeightName, number>>>;
    /** Event types and fragments of one's own; hand the same to `runThreadCommands`. */
    readonly own?: OwnKit;
}
/** Commands in a row, as fast-check draws and shrinks them. */
export type ThreadCommands = Iterable<fc.AsyncCommand<ThreadModel, DrivenThread>>;
/**
 * What can be done with a thread, in a row: turns and items, calls in parallel, rollbacks, undo and
 * redo, compactions, forks, crashes in the middle of a write, resuming, and reading while it is
 * written. Run them with `runThreadCommands`; a failing row shrinks to the few that matter.
 * @throws {InvalidArgument} a weight does not exist, or is no whole number from 0 on
 */
export declare function threadCommands(options?: ThreadCommandOptions): fc.Arbitrary<ThreadCommands>;
export {};
