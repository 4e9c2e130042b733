import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
/**
 * What a request cost so far. Anthropic counts input without what the cache gave and took; here it is
 * everything that went in (docs/semantics.md §7.9).
 * @returns null when nothing is reported: Claude Code's own replies cost nothing
 */
export declare function readUsage(counts: unknown): Usage | null;
export declare function isSameUsage(a: Usage, b: Usage): boolean;
/** What the thread has spent and its file does not say yet; null: nothing. Counts never go down. */
export declare function owed(thread: Usage, written: Usage): JsonObject | null;
/** True when all that was written is part of what the thread has spent: it can be made up to it. */
export declare function isWithin(written: Usage, thread: Usage): boolean;
