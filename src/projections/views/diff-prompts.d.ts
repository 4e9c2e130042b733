import type { Prompt, PromptItem } from "../prompt/prompt.js";
/** What one prompt has that another has not. */
export interface PromptDiff {
    readonly instructionsChanged: boolean;
    readonly tools: {
        readonly added: readonly string[];
        readonly removed: readonly string[];
        readonly changed: readonly string[];
    };
    readonly outputSchemaChanged: boolean;
    /** Members of the target that came to something else. */
    readonly target: readonly string[];
    /** Items that both begin with. */
    readonly commonPrefix: number;
    /** Items that both end with, behind the prefix. */
    readonly commonSuffix: number;
    /** What lies between in the first, and in the second. */
    readonly removed: readonly PromptItem[];
    readonly added: readonly PromptItem[];
    /** Second less first, in estimated tokens. */
    readonly tokens: number;
}
/** Compares two prompts as a model would see them: by content, not by where it was recorded. */
export declare function diffPrompts(from: Prompt, to: Prompt): PromptDiff;
/** Equal as JSON; the same object is not written out. */
export declare function isSame(a: unknown, b: unknown): boolean;
