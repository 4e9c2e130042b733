import type { OutputPart } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import { type ReadItem, type ReadPart } from "../shared/read-items.js";
/** What an entry shows to the model. */
export interface ReadItems {
    readonly items: readonly ReadItem[];
    /** Types of blocks that have no meaning here; they are kept with their line. */
    readonly unread: readonly string[];
}
/** The parts of a content that is shown to the model. */
interface ReadContent {
    readonly parts: readonly ReadPart<OutputPart>[];
    /** Types of blocks that have no meaning here; they are kept with their line. */
    readonly unread: readonly string[];
}
/**
 * The texts and images of a content: a text, or a list of blocks.
 * @param path of the content in the line
 */
export declare function readContent(content: unknown, path: readonly string[]): ReadContent;
/** @returns the list of a content that is one */
export declare function blocksOf(content: unknown): readonly unknown[];
/** A command that the user ran, in the words in which pi shows it to the model. */
export declare function readBashExecution(message: JsonObject): ReadItems;
/** What pi puts around a summary when it shows it to the model. */
interface Frame {
    readonly before: string;
    readonly after: string;
}
export declare const COMPACTION_FRAME: Frame;
export declare const BRANCH_FRAME: Frame;
/** A text that is made of a line's members and of pi's own words. */
declare class FramedText {
    #private;
    add(words: string): this;
    /** @param path of the member in the line; an empty text stays there */
    member(path: readonly string[], words: string): this;
    get part(): ReadPart<{
        readonly type: "input_text";
        text: string;
    }>;
}
export declare function framed({ before, after }: Frame, path: readonly string[], words: string): FramedText;
/** A text without the frame around it; null: it has none. */
export declare function unframed({ before, after }: Frame, text: string): string | null;
export {};
