import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import { type Unit } from "../units.js";
import type { ChatMessage } from "./body.js";
/** The conversation; the messages of a call's outputs stand directly behind that of the call. */
export declare function toChatMessages(context: RequestContext, units: readonly Unit[], instructions: "system" | "developer"): {
    messages: ChatMessage[];
    origins: ItemRef[][];
};
