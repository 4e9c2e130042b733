import type { KnownItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { BlobReader } from "../shared/kept-bytes.js";
interface WrittenBlocks {
    readonly role: "user" | "assistant";
    readonly content: string | readonly JsonObject[];
}
/**
 * The content of a line for an item in a transcript's spelling (`spellItem`), its images inline.
 * @param failed whether it is the output of a call that failed
 */
export declare function writeBlocks(item: KnownItem, failed: boolean, blobs: BlobReader): Promise<WrittenBlocks>;
/** @property output the tool's output in the line; null: it holds none */
interface HeldLine {
    readonly line: JsonObject;
    readonly output: KnownItem | null;
}
/**
 * The answer whose lines are held back until it is known what its request cost: they say it, and the
 * report comes behind them, often behind the outputs of its calls too.
 */
export declare class OpenAnswer {
    #private;
    readonly messageId: string;
    /** What its first line follows. */
    readonly parentUuid: string | null;
    /** Its request was reported. */
    isCounted: boolean;
    readonly lines: HeldLine[];
    constructor(messageId: string, 
    /** What its first line follows. */
    parentUuid: string | null, 
    /** Its request was reported. */
    isCounted: boolean);
    /** False for what a reader would take for a repetition of it, or for a longer form of a text in it. */
    takes(item: KnownItem): boolean;
    add(item: KnownItem, line: JsonObject): void;
    addOutput(line: JsonObject, output: KnownItem): void;
}
export {};
