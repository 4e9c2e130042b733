import type { Sequence } from "../../reducers/thread-state.js";
import type { PromptItem } from "../prompt/prompt.js";
import type { CallIds } from "./calls.js";
import type { RequestContext } from "./request-context.js";
import { type Unit } from "./units.js";
/**
 * Pairs calls and outputs (law 6), whatever the items: each call has exactly one output,
 * which stands after it. Outputs answer the oldest waiting call of their kind and id; one that came
 * before its call is put behind it; a further one becomes a text in its place; one without any call
 * is dropped; a call without one gets `aborted`.
 */
export declare function pairUnits(context: RequestContext, ids: CallIds, items: Sequence<PromptItem>): readonly Unit[];
