import type { z } from "zod";
import type { EventMembers, LogEvent } from "./event.js";
/** What happened, in words of the caller's own: a type that this library has no meaning for. */
export interface OwnFact<Data = unknown> {
    readonly type: string;
    readonly data: Data;
}
/** An event of a type of the caller's own, at its place in a thread. */
export type OwnEvent<Data> = EventMembers & OwnFact<Data>;
/** A type of event of the caller's own: kept by stores, led around the reducers. */
export interface OwnEventType<Data = unknown> {
    /** `noun.past-participle`, as on disk. */
    readonly type: string;
    readonly schema: z.ZodType<unknown, Data>;
    /**
     * Makes the fact that is recorded: a copy, as a reader of the log will get it.
     * @throws {InvalidEvent} the data are not what the schema describes, or are no JSON
     */
    fact(data: Data): OwnFact<Data>;
    /** Whether an event is of this type and form. */
    isOf(event: LogEvent): event is OwnEvent<Data>;
}
/**
 * Defines a type of event of one's own, to be recorded with `thread.recordEvent`. It states a fact of
 * the application; what the model sees stays with items and fragments.
 *
 * @param type `noun.past-participle`: two or more lower-case words joined by dots
 * @param schema of the data, which are JSON
 * @throws {InvalidArgument} the name has another form, or is one of a family of this library's
 *   (`thread.*`, `history.*`, `turn.*`, `item.*`, …)
 */
export declare function defineEventType<Data>(type: string, schema: z.ZodType<unknown, Data>): OwnEventType<Data>;
