/**
 * The sound lines of a rollout of our own, byte for byte. Where events are lost between them, events
 * that say so stand in, for an offset never moves.
 */
export declare function repairOwn(path: string): Promise<Repair>;
/** A range of a file's bytes that its clean copy does not hold. */
export interface LeftOut {
    /** 1-based. */
    readonly line: number;
    /** Byte offset in the (unpacked) file. */
    readonly byte: number;
    /** 0: nothing was there to leave out (lines are missing), or all of it was kept in another form. */
    readonly bytes: number;
    /** Offset of the event that it would have been, or that comes next; null: it cannot be told. */
    readonly offset: number | null;
    /** As damage is told of when the file is read; `torn` for a tail that was never whole. */
    readonly reason: string;
}
/** A clean copy of a damaged rollout, to be written. */
export interface Repair {
    /** `refold`, `codex`, … */
    readonly form: string;
    /** Events that the copy holds, those that stand in for lost ones included. */
    readonly events: number;
    /** Events that stand in for lost ones, so that offsets stay what they were (own rollouts only). */
    readonly standIns: number;
    /** In the order of the file. */
    readonly leftOut: readonly LeftOut[];
    /** The copy's bytes; the file is read once more for them. */
    readonly parts: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}
