import type { Sequence } from "../../reducers/thread-state.js";
/**
 * A read-only sequence whose versions share their full chunks. Replacing the end costs at most one
 * chunk and the list of chunks, whatever the length.
 */
export declare class ChunkedSequence<T> implements Sequence<T> {
    #private;
    readonly length: number;
    private constructor();
    static from<T>(elements: readonly T[]): ChunkedSequence<T>;
    at(index: number): T | undefined;
    [Symbol.iterator](): Generator<T, undefined>;
    toArray(): readonly T[];
    /** The elements themselves, for JSON. */
    toJSON(): readonly T[];
    /** The first `keep` elements, then these. */
    spliceEnd(keep: number, elements: readonly T[]): ChunkedSequence<T>;
}
