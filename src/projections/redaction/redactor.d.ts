export interface RedactionOptions {
    /** Patterns of one's own, in the syntax of RE2; what they match goes too, as kind `own`. */
    readonly patterns?: readonly string[];
}
/** A secret that was replaced; never the secret itself. */
export interface RedactionFinding {
    /** `github-token`, `email`, … */
    readonly kind: string;
    /** What stands in its place: the same everywhere, `[redacted:github-token:1]`. */
    readonly placeholder: string;
    /** How often it was replaced. */
    readonly count: number;
    /** Offsets of the events that held it, ascending. */
    readonly offsets: readonly number[];
}
/**
 * Replaces secrets in texts, each by the same placeholder wherever it stands. Secrets that only their
 * surroundings tell (`password=…`) are replaced elsewhere too once `survey` has seen them, and tokens
 * right behind a letter: survey all texts first, then redact them.
 *
 * @throws {InvalidArgument} a pattern is none
 */
export declare class Redactor {
    #private;
    constructor({ patterns }?: RedactionOptions);
    /** What was replaced so far, in the order in which it was found. */
    get findings(): readonly RedactionFinding[];
    /** Learns the secrets of a text that are to be found elsewhere, too. */
    survey(text: string, depth?: number): void;
    /** The text without secrets; the same text if there are none. */
    redact(text: string, offset?: number | null): string;
    /**
     * Texts that are read as one, without the secrets that begin in one and end in another: the
     * placeholder stands where a secret begins.
     */
    redactAcross(texts: readonly string[], offset?: number | null): readonly string[];
}
export interface RedactedText {
    readonly text: string;
    readonly findings: readonly RedactionFinding[];
}
/**
 * Replaces the secrets of a text: well-known tokens, passwords and keys that are said to be such,
 * e-mail addresses, users' names in home paths, and what patterns of one's own match.
 *
 * @see docs/redaction.md
 * @throws {InvalidArgument} a pattern is none
 */
export declare function redactText(text: string, options?: RedactionOptions): RedactedText;
