import type { TruncationPolicy } from "../events/primitives.js";
interface TextCut {
    /** UTF-8 bytes of the text before. */
    readonly originalBytes: number;
    /** Estimated tokens of the text before (docs/semantics.md §5.6). */
    readonly originalTokens: number;
    /** UTF-8 bytes that went. */
    readonly removedBytes: number;
}
interface TruncatedText {
    readonly text: string;
    /** Null: the text is as it was. */
    readonly cut: TextCut | null;
}
/**
 * Keeps the head and the tail of a text that is over its budget, with a marker between them that
 * says how much went and is not counted against the budget (docs/semantics.md §5.1-5.6). Cuts stand
 * between whole characters.
 */
export declare function truncateText(text: string, policy: TruncationPolicy): TruncatedText;
/**
 * The same for people and models to read: a cut text is headed by the number of lines it had
 * (docs/semantics.md §5.7).
 */
export declare function formatTruncated(text: string, policy: TruncationPolicy): TruncatedText;
/** For tool outputs of our own threads (docs/semantics.md §2.10). */
export declare const DEFAULT_POLICY: TruncationPolicy;
/** For tool outputs of a foreign session whose model nothing is known about (§2.2). */
export declare const DEFAULT_FOREIGN_POLICY: TruncationPolicy;
/** The policy at insertion: the limit times 1.2 as an IEEE double, rounded up, in the same mode. */
export declare function policyAtRecording({ mode, limit }: TruncationPolicy): TruncationPolicy;
/** UTF-8 bytes that a policy allows. */
export declare function byteBudget({ mode, limit }: TruncationPolicy): number;
/**
 * A model's policy under a limit that the user configured, in tokens: it replaces the number and
 * keeps the mode (docs/semantics.md §2.2).
 */
export declare function policyOf(model: TruncationPolicy, configuredTokens: number | null): TruncationPolicy;
export {};
