import type { PromptFragment } from "../../events/context.js";
import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { CalibrationPair, TokenEstimator } from "../tokens/token-estimator.js";
import { type WalkedEvent, type WalkOptions } from "../walk-log.js";
/** A request that its provider told the input of. */
export interface ReportedRequest extends FoundRequest {
    /** Reported tokens, all that went in. */
    readonly input: number;
}
interface FoundRequest {
    /** What it was made from. */
    readonly state: ThreadState;
    /** What stood in it alone; null: another tool made it, and did not record that. */
    readonly fragments: readonly PromptFragment[] | null;
}
/**
 * Finds the request that each report of usage is about. Most sessions report behind the answer; Codex
 * also did so before it recorded the answer's first item: then a report comes while nothing is
 * answered, and the answer that follows is its own. One for each walk through a log.
 */
export declare class ReportedRequests {
    #private;
    /** Takes the next event. @returns the request that it reports on; null: it reports on none */
    take({ event, before }: WalkedEvent): ReportedRequest | null;
}
/**
 * Pairs to calibrate an estimator with, from a session that reports usage: by how much the input grew
 * from one request to the next, as estimated and as reported. Growth, because no session records all
 * of what stands before the first item; requests around a rewritten history are left out.
 * @see calibrate
 */
export declare function projectCalibrationPairs(source: EventSource, estimator: TokenEstimator, options?: WalkOptions): Promise<readonly CalibrationPair[]>;
/**
 * What a thread's recorded requests held of its ledger, estimated: only what is new, as long as the
 * history is not rewritten.
 */
export declare class EstimatedLedger {
    #private;
    constructor(estimator: TokenEstimator);
    /** @param isOwn the request was made here, from the ledger as it stands */
    tokensOf(state: ThreadState, isOwn?: boolean): number;
}
/**
 * Tells where a model begins to answer: at the first item that it made, after what it did not make.
 * So the requests of sessions that record none can be found. One for each walk through a log.
 */
export declare class AnswerStarts {
    #private;
    /** Takes the next event. @returns true when an answer begins with it */
    take(event: RefoldEvent): boolean;
}
export {};
