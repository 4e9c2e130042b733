import type { Sequence } from "./thread-state.js";
/**
 * A read-only sequence for histories that grow at the end. Versions share one buffer: a version is a
 * length, and the newest one appends in place, beyond what every older version can see. Appending to
 * an older version copies what it has, once. So a fold costs what an array costs, and an old state
 * stays valid.
 */
export declare class SharedSequence<T> implements Sequence<T> {
    #private;
    readonly length: number;
    private constructor();
    static of<T>(elements: readonly T[]): SharedSequence<T>;
    /** Adds one element at the end of any sequence; of one of this kind, without copying it. */
    static append<T>(sequence: Sequence<T>, element: T): SharedSequence<T>;
    at(index: number): T | undefined;
    [Symbol.iterator](): Generator<T, undefined>;
    toArray(): readonly T[];
    /** The elements themselves, when it is turned into JSON. */
    toJSON(): readonly T[];
}
