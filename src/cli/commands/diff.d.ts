import { type StateDiff } from "../../reducers/diff-states.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Output } from "../output/output.js";
import { type HomeOption, type SessionOptions } from "../session.js";
import type { DeclareCommand } from "../shell.js";
/** `refold diff`: what one state has that the other has not. */
export declare const declareDiff: DeclareCommand;
/** One of two states to compare, and how it was named. */
export interface Side {
    readonly name: string;
    readonly state: ThreadState;
}
/** Opens `A` or `A@N`. A path that holds an `@` is taken as it is, if it exists. */
export declare function openSide(text: string, options: SessionOptions): Promise<Side>;
/**
 * The last offset that two threads share, through any number of forks.
 * @returns undefined where the states tell it themselves: they are of one thread, or not of this store
 */
export declare function sharedOffset(a: ThreadState, b: ThreadState, options: HomeOption): Promise<number | undefined>;
interface Sides {
    readonly a: Side;
    readonly b: Side;
    readonly output: Output;
}
/** A diff for people: `-` is only in A, `+` only in B, `~` in both but edited. */
export declare function diffLines(diff: StateDiff, { a, b, output }: Sides): Generator<string>;
/** A diff as `refold diff --json` prints it: stable, described in docs/cli.md. */
export declare function diffJson({ ledger, baseline, settings }: StateDiff): object;
export {};
