import type { EventSource } from "../../events/event-source.js";
import type { WalkOptions } from "../walk-log.js";
/** One event, in a line. */
export interface TimelineRow {
    readonly offset: number;
    /** RFC 3339. */
    readonly at: string;
    readonly type: string;
    /** For people; names kinds, roles and counts, never what was said. */
    readonly detail: string;
    /** Estimated tokens that it brought into the ledger. */
    readonly tokens: number;
    /** False: a later rollback discarded it. */
    readonly survives: boolean;
}
/** Every event of a log in its order, rolled-back ones and unknown types included. */
export declare function projectTimeline(source: EventSource, { to }?: WalkOptions): Promise<readonly TimelineRow[]>;
