import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import { type Unit } from "../units.js";
import type { AnthropicMessage } from "./body.js";
/**
 * The conversation as alternating messages that begin and end with the user's. Results of calls are
 * the first blocks behind the message that holds the calls.
 */
export declare function toMessages(context: RequestContext, recorded: readonly Unit[]): {
    messages: AnthropicMessage[];
    origins: ItemRef[][];
};
