/** A rule of a provider's API that a request's body breaks. */
export interface Violation {
    /** Name of the rule: `anthropic/roles-alternate`. */
    readonly invariant: string;
    /** Where, as in `messages[3].content[0]`. */
    readonly path: string;
    /** The rule, in the provider's words where it has a message for it. */
    readonly rule: string;
}
/** One thing that a provider's API demands of a request's body. */
export interface ProtocolRule {
    /** `anthropic/roles-alternate`: the provider, and the rule's own name. */
    readonly name: string;
    /** What holds of every body that the API takes. */
    readonly sentence: string;
    /** The page of the provider's documentation that says so. */
    readonly source: string;
    /** The provider's words where it has a message for it; else the sentence. */
    readonly words: string;
}
/** The rules of one API, by their own names. */
export interface RequestRules<Key extends string> {
    readonly list: readonly ProtocolRule[];
    named(key: Key): ProtocolRule;
}
/** `page | sentence`, or `page | sentence | the provider's own words for a body that breaks it`. */
export type RuleRow<Page extends string> = `${Page} | ${string}`;
/**
 * A table of rules.
 * @param pages titles of pages of the provider's documentation, by the names that the rows use
 */
export declare function requestRules<const Page extends string, const Key extends string>(provider: string, pages: Readonly<Record<Page, string>>, rows: Readonly<Record<Key, RuleRow<Page>>>): RequestRules<Key>;
/** Notes a rule as broken unless it holds; with words, where they say more than the rule's. */
export type Require<Key extends string> = (holds: boolean, path: string, key: Key, words?: string) => void;
/** The names of the rules of one API. */
export type KeyOf<Rules> = Rules extends RequestRules<infer Key> ? Key : never;
/** What a check finds broken. */
export declare function violationsOf<Key extends string>(rules: RequestRules<Key>, check: (require: Require<Key>) => void): readonly Violation[];
/** A JSON object of a body. */
export type Json = Readonly<Record<string, unknown>>;
/** What the value holds by name; an empty record for what is no object. */
export declare function record(value: unknown): Json;
/** The value's elements; none for what is no list. */
export declare function list(value: unknown): readonly unknown[];
/** The value's elements as records. */
export declare function records(value: unknown): readonly Json[];
export declare function text(value: unknown): string;
/** Where a value, names included, holds half a surrogate pair: JSON parsers refuse the whole body. */
export declare function requireWellFormed(require: Require<"text-well-formed">, value: unknown, path: string): void;
/** The media type that a base-64 payload's first bytes say; undefined: none that is known. */
export declare function mediaTypeOf(base64: string): string | undefined;
/** Names of tools, each at most once. */
export declare function requireUniqueNames(require: Require<"tool-names-unique">, names: readonly string[]): void;
