import type { ItemRef } from "../../../events/primitives.js";
import type { Prompt } from "../../../projections/prompt/prompt.js";
/** Where a run over a recorded session did not do what was recorded. Never says any content. */
export interface RecordedDifference {
    readonly kind: 
    /** The base instructions, or the declared tools, of a request. */
    "instructions" | "tools"
    /** An item of a recorded prompt that the request has in another form, or does not have. */
     | "item-changed" | "item-missing"
    /** An item that the recorded prompt does not have. */
     | "item-added"
    /** A request behind the session's last answer. */
     | "no-answer-left"
    /** A call with another name or other arguments than the recorded one. */
     | "arguments"
    /** A call that the session does not have. */
     | "call-unknown";
    /** Of the request, from 1; null: it is no request's. */
    readonly request: number | null;
    /** Where the recorded one stands; null: there is none. */
    readonly ref: ItemRef | null;
    /** Of the item in the request's prompt, from 0; null: it is not there. */
    readonly index: number | null;
}
/** How a prompt differs from the recorded one: by content, not by where it was recorded. */
export declare function comparePrompts(recorded: Prompt, asked: Prompt, request: number): readonly RecordedDifference[];
