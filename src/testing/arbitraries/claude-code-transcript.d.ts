import fc from "fast-check";
import type { JsonObject } from "../../events/primitives.js";
/**
 * Claude Code transcripts that can exist: a tree of messages in which answers come in one or several
 * lines, calls run side by side, the user rewinds to any earlier message, and compactions (some keep
 * messages), repeated lines, sub-threads, titles and lines that only link stand in between.
 */
export declare function claudeCodeTranscript(options?: {
    readonly maxSteps?: number;
}): fc.Arbitrary<readonly JsonObject[]>;
