/** A place of two lists side by side: indices; null: that list has nothing there. */
export interface AlignedPlace {
    readonly one: number | null;
    readonly other: number | null;
    readonly isSame: boolean;
}
export interface Alignment<T> {
    readonly isSame: (one: T, other: T) => boolean;
    /** How far ahead the lists are searched for where they meet again. */
    readonly reach: number;
}
/**
 * Walks two lists: elements that are the same stand together; where the lists part, what lies before
 * the nearest place at which they meet again stands side by side.
 */
export declare function alignLists<T>(one: readonly T[], other: readonly T[], alignment: Alignment<T>): Generator<AlignedPlace, void, undefined>;
