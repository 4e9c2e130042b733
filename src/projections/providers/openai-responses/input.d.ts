import type { ItemRef } from "../../../events/primitives.js";
import { type RequestContext } from "../request-context.js";
import { type Unit } from "../units.js";
import type { ResponsesInputItem } from "./body.js";
/** The input items. Each recorded item keeps its place; outputs stand wherever behind their calls. */
export declare function toInput(context: RequestContext, units: readonly Unit[]): {
    input: ResponsesInputItem[];
    origins: ItemRef[][];
};
