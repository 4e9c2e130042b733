/**
 * How secrets look, as data. Group 1, where a pattern has one, is what stands before the secret and
 * stays; the rest of the match goes. All patterns run in linear time: no part that repeats stands next
 * to one that could match the same, and what may be long is bounded.
 *
 * Sources: the providers' own documentation of their token formats.
 */
export interface SecretRule {
    /** Names the placeholder: `[redacted:<kind>:1]`. */
    readonly kind: string;
    readonly pattern: RegExp;
    /** One of these stands in whatever it matches, in lower case: to look for them first is far quicker. */
    readonly hints: readonly string[];
    /** True where only its surroundings tell a secret: it is then looked for elsewhere by itself too. */
    readonly byContext?: true;
}
/** Earlier rules go first where two begin at the same place. */
export declare const SECRET_RULES: readonly SecretRule[];
/** A stretch of a text. */
export interface Stretch {
    readonly from: number;
    /** Exclusive. */
    readonly to: number;
}
/** Finds what a caller's own pattern matches. */
export type FindOwn = (text: string) => Iterable<Stretch>;
/**
 * Compiles patterns of the caller's own, in the syntax of RE2: no look-around and no back references,
 * and in turn no pattern and no text that could make the search take more than linear time.
 * @throws {InvalidArgument} one is no pattern of that syntax, or matches nothing at all
 */
export declare function compileOwnPatterns(patterns: readonly string[]): readonly FindOwn[];
