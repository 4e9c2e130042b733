import type { FactOf } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { ThreadState } from "../../reducers/thread-state.js";
/**
 * What a request cost. pi counts input without what the cache gave and took; here it is everything
 * that went in (docs/semantics.md §7.9). Its total is the provider's where that names one.
 * @returns null when nothing is reported
 */
export declare function readUsage(counts: unknown): Usage | null;
/**
 * What a report adds to the thread's sum: a session that repeats its reports counts each request once.
 * @returns null when it adds nothing
 */
export declare function addedUsage({ data }: FactOf<"usage.reported">, before: ThreadState, after: ThreadState): Usage | null;
/** In pi's words: its input is what the cache neither gave nor took. */
export declare function usageBlock(used: Usage | null): JsonObject;
