import fc from "fast-check";
/** A compaction summary as Codex puts it into the history: its prefix, a line feed, the words. */
export declare const SUMMARY_TEXT: string;
/** A line of a Codex rollout, parsed: `{timestamp, type, payload}`. */
export interface CodexLine {
    readonly timestamp: string;
    readonly type: string;
    readonly payload: Readonly<Record<string, unknown>>;
}
export interface CodexRolloutOptions {
    /** `always`: every turn has lifecycle lines; `never`: none; `mixed`: as it comes. */
    readonly lifecycle?: "always" | "never" | "mixed";
    readonly maxTurns?: number;
}
/**
 * Whole Codex rollouts in the envelope form, `session_meta` first: turns with and without lifecycle
 * lines, contexts that agree with their turn and such that do not, compactions with and without a
 * replacement history, rollbacks, stray lines. Every prefix of one is a rollout too.
 */
export declare function codexRollout(options?: CodexRolloutOptions): fc.Arbitrary<CodexLine[]>;
