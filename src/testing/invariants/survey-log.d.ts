import { type EventSource } from "../../events/event-source.js";
import { InvalidRollback } from "../../reducers/errors.js";
/** The last event of a turn. */
interface TurnEnd {
    readonly offset: number;
    /** What the ledger weighs there, in bytes by docs/semantics.md §7.1. */
    readonly promptBytes: number;
}
/** What has to be known of a log before its laws are checked. */
interface LogSurvey {
    /** Events before the one that cannot be folded, if there is one. */
    readonly events: number;
    /** Offsets that events go back to. */
    readonly targets: ReadonlySet<number>;
    /** Every end of a turn, the end of the log included, oldest first. */
    readonly turnEnds: readonly TurnEnd[];
    /** The first event that cannot be folded: from there on there are no states. Null: all can. */
    readonly broken: BrokenEvent | null;
}
interface BrokenEvent {
    readonly offset: number;
    /** It goes back to no earlier event; null: folding it fails in another way. */
    readonly rollback: InvalidRollback | null;
}
/** Reads a log once. A turn ends before the next one begins. */
export declare function surveyLog(source: EventSource): Promise<LogSurvey>;
/**
 * The turn ends at which prompts are looked at: spread evenly, the newest always. Fewer where
 * prompts are so large that looking at each would take minutes.
 * @param isExhaustive all of them, whatever that costs
 */
export declare function sampleTurnEnds(turnEnds: readonly TurnEnd[], isExhaustive: boolean): ReadonlySet<number>;
export {};
