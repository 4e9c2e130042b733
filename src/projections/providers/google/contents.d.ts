import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import { type Unit } from "../units.js";
import type { GoogleContent } from "./body.js";
/**
 * The conversation as contents that begin and end with the user's. A model's content with calls is
 * followed by one with exactly their responses, in the same order, and nothing else.
 */
export declare function toContents(context: RequestContext, units: readonly Unit[]): {
    contents: GoogleContent[];
    origins: ItemRef[][];
};
