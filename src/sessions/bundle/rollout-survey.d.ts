import type { BlobHash } from "../../events/primitives.js";
import type { Place } from "../../store/jsonl/home.js";
/** A rollout as it goes into a bundle. */
export interface SurveyedRollout {
    readonly threadId: string;
    readonly head: number;
    /** Of its whole batches; what is torn behind them stays where it is. */
    readonly bytes: number;
    /** Of those bytes. */
    readonly hash: BlobHash;
}
/** The thread and its ancestors, the oldest first. All of them are there: the thread was read. */
export declare function lineageOf(place: Place, threadId: string): readonly string[];
/**
 * Reads a rollout from end to end.
 * @param named gets the blobs that its events name
 * @throws {DamagedLog}
 */
export declare function surveyRollout(place: Place, threadId: string, named: Set<string>): SurveyedRollout;
