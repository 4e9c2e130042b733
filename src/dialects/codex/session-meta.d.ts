import type { Fact, FactOf } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type ForeignHole } from "../shared/foreign-form.js";
import type { LineFacts } from "./line-facts.js";
/** What the first object of a rollout says about its thread. */
export interface ThreadStart {
    readonly data: FactOf<"thread.started">["data"];
    /** Instructions and tools, folded behind the start. */
    readonly derived: readonly Fact[];
    /** Where in the object stands what `derived` holds. */
    readonly holes: readonly ForeignHole[];
}
/**
 * Reads the session's metadata: the payload of `session_meta`, or the bare line of 2025. When the
 * first object is of another kind, nothing is known but the id made from its text.
 */
export declare function readThreadStart(first: {
    readonly value: JsonObject;
    readonly text: string;
}): ThreadStart;
/** The first event: the thread's start, then whatever the object means besides. */
export declare function factsOfStart(start: ThreadStart, line: LineFacts): LineFacts;
/** True for the bare metadata line: an id and a time, and no type. */
export declare function isBareMetadata(object: JsonObject): boolean;
interface SessionMeta {
    readonly threadId: string;
    /** Of the tool that writes. */
    readonly version: string;
    /** When the thread started. */
    readonly at: string;
}
/** A rollout's first line: whose thread it is, and the newest base instructions. */
export declare function sessionMetaLine({ thread, turns, baseline }: ThreadState, { threadId, version, at }: SessionMeta): JsonObject;
export {};
