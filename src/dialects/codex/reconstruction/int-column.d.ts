/** A growing list of integers, four bytes each (or one), for what is kept of every line. */
export declare class IntColumn {
    #private;
    private readonly bytesEach;
    /** @param bytesEach 1: the values are 0 to 255 */
    constructor(bytesEach?: 1 | 4);
    get length(): number;
    /** @returns the place of the new value */
    push(value: number): number;
    /** @returns 0 outside of the list */
    at(index: number): number;
    /** @param index of a value that is there */
    set(index: number, value: number): void;
    /** Keeps the first `length` values. */
    truncate(length: number): void;
}
/** Values by line, for lines that only grow: half the memory of a `Map`. */
export declare class LineMap<Value> {
    #private;
    /** @param line greater than all before */
    set(line: number, value: Value): void;
    get(line: number): Value | undefined;
}
