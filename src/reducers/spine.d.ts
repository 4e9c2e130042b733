/** An event of the log that goes back to the state at `to`. */
export interface Rollback {
    readonly offset: number;
    readonly to: number;
}
/**
 * A run of offsets that survive; both ends are inclusive. Every range but the first begins with the
 * event that rolled back to the end of the range before it.
 */
export interface SurvivingRange {
    readonly from: number;
    readonly to: number;
}
/**
 * The spine: which events of a log count, after its rollbacks, found newest first. The one place
 * that knows what a rollback discards; a rollback of a rollback needs no rule of its own. Forward
 * replay asks it about the rollbacks it met, backward reading about each event as it comes.
 */
export declare class Spine {
    #private;
    /** @param upTo the offset that is replayed to */
    constructor(upTo: number);
    /** The newest offset that is not decided yet: everything between it and the last rollback is gone. */
    get newest(): number;
    /**
     * Takes note of a rollback; they come newest first.
     * @returns false when it is itself discarded, so that it discards nothing
     */
    meet({ offset, to }: Rollback): boolean;
    /** The surviving ranges, oldest first, once no older rollback is left. */
    ranges(): readonly SurvivingRange[];
}
/**
 * The ranges of a log that count at an offset.
 * @param rollbacks all of the log up to `upTo` at least, oldest first
 */
export declare function survivingRanges(rollbacks: readonly Rollback[], upTo: number): readonly SurvivingRange[];
/** True when an offset lies in one of the ranges, which ascend. */
export declare function survives(ranges: readonly SurvivingRange[], offset: number): boolean;
