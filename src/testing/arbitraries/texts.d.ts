import fc from "fast-check";
import type { InputImage } from "../../events/item.js";
/** Texts of every alphabet, with emoji, control characters and lone surrogates. */
export declare function texts({ maxLength, }?: {
    readonly maxLength?: number;
}): fc.Arbitrary<string>;
/** A run of one short text, so that sizes pass the limits of outputs and of scratch buffers. */
export declare function longTexts({ maxLength, }?: {
    readonly maxLength?: number;
}): fc.Arbitrary<string>;
/** Texts that a session injected as user: whole fragments between their markers (§4.4). */
export declare function contextualUserTexts(): fc.Arbitrary<string>;
/** Hook prompts as XML, entities included. */
export declare function hookPromptTexts(): fc.Arbitrary<string>;
/** Texts that only look injected: a marker missing, or text around the markers. */
export declare function nearlyContextualTexts(): fc.Arbitrary<string>;
/** Texts that a session injected as developer (§4.9). */
export declare function contextualDeveloperTexts(): fc.Arbitrary<string>;
/** Texts of summaries, and texts that only begin like one. */
export declare function summaryTexts(): fc.Arbitrary<string>;
/** JSON of one agent's instruction to another (§4.8). */
export declare function instructionTexts(): fc.Arbitrary<string>;
/** A real PNG picture, black, of this size in pixels. */
export declare function pngBytes(width: number, height: number): Buffer;
/** URLs as `image_url` may hold them. */
export declare function imageUrls(): fc.Arbitrary<string>;
/** How often an image is drawn where a text could stand; texts have the weight that each place names. */
export interface ImageWeight {
    /** Default 2; 0: never. */
    readonly images?: number;
}
/** Texts, and images beside them as often as asked. */
export declare function textsOrImages<Part>(texts: fc.Arbitrary<Part>, weights: {
    readonly texts: number;
} & ImageWeight): fc.Arbitrary<Part | InputImage>;
/** Images of messages and of tool outputs, inline or by address; never moved to a blob store. */
export declare function inputImages(): fc.Arbitrary<InputImage>;
