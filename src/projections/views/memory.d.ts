import type { ItemRef } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
export interface MemoryOptions {
    /** Everything together may take so many tokens, coarsely estimated; absent: 60,000. */
    readonly maxTokens?: number;
    /** One tool output may take so many; absent: 1,000. */
    readonly maxOutputTokens?: number;
}
/** One thing that may go into a memory write-up. */
export interface MemoryEntry {
    readonly ref: ItemRef;
    readonly speaker: "user" | "agent" | "model" | "call" | "output" | "summary";
    /** For a call and its output: the tool. */
    readonly name: string | null;
    readonly text: string;
}
export interface MemorySource {
    /** Oldest first. */
    readonly entries: readonly MemoryEntry[];
    /** Coarse estimate of the texts. */
    readonly tokens: number;
    /** What was left out, oldest first: it did not fit. Scaffolding is not listed. */
    readonly leftOut: readonly ItemRef[];
}
/**
 * What of a thread may go into a memory write-up: what users and agents said, what the model
 * answered and did, what tools gave back in short, and the summary of what was compacted. No
 * developer text, no AGENTS.md, skills, environment or hook texts, no reasoning, no images; bounded,
 * the newest first where not everything fits.
 */
export declare function projectMemory(state: ThreadState, options?: MemoryOptions): MemorySource;
