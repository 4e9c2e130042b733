import type { JsonObject } from "../../events/primitives.js";
import { type LineMeaning } from "./line-meaning.js";
/** A line that Codex writes for its clients: those that matter to the history, and all others. */
export declare function readEventMessage(payload: JsonObject): LineMeaning;
