import type { Stretch } from "./secret-rules.js";
/** The text with each text that stands in it in base 64 replaced, and encoded again in the same way. */
export declare function replaceEncodedTexts(text: string, replace: (decoded: string) => string): string;
/**
 * What base 64 says, where it is a text.
 * @returns null: it is no base 64, or of bytes that are none: an image, sealed reasoning
 */
export declare function decodeText(encoded: string): string | null;
/** JSON with each string that holds escapes replaced by what it says; no JSON stays as it is. */
export declare function replaceJsonTexts(json: string, replace: (value: string) => string): string;
/** A text as it reads, and where each of its characters stands in the text that it was read from. */
interface SpelledText {
    readonly text: string;
    /** The stretch of the original that a stretch of `text` was read from. */
    sourceOf(stretch: Stretch): Stretch;
}
/** What a text says when it spells characters; null: it spells none. */
export declare function readSpelled(text: string): SpelledText | null;
/** A text of the same length with spaces where escapes stood; the same text if there are none. */
export declare function blankEscapes(text: string): string;
export {};
