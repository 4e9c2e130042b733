import type { InputImage, KnownItem, MessagePart, Origin, RecordedItem } from "../../events/item.js";
import { type RecordingOptions } from "./evidence.js";
import { type ForeignHole } from "./foreign-form.js";
/** A part of an item, and where in the object stands what it holds; paths start at the part. */
export interface ReadPart<Part> {
    readonly part: Part;
    readonly holes: readonly ForeignHole[];
}
/** An item that a line holds. */
export interface ReadItem {
    readonly item: KnownItem;
    readonly failed: boolean;
    /** Where in the object stands what the item holds; the second path starts at the item. */
    readonly holes: readonly ForeignHole[];
}
/** Holes of a block, as its line has them. @param path of the block in the line */
export declare function below(path: readonly string[], holes: readonly ForeignHole[]): readonly ForeignHole[];
/** A message of parts that were read. */
export declare function messageOf(role: string, parts: readonly ReadPart<MessagePart>[]): ReadItem;
/** Holes of an item's parts. @param list the item's member that holds them */
export declare function partHoles(list: string, parts: readonly ReadPart<MessagePart>[]): readonly ForeignHole[];
/** An item that was read, as it enters the ledger. */
export declare function recordRead({ item, failed }: ReadItem, originOf: (item: KnownItem) => Origin, options: RecordingOptions): RecordedItem;
/**
 * An image whose bytes stand in its block.
 * @param path of the bytes in the block @returns null when it is none that a data URL can spell
 */
export declare function base64Image(mediaType: unknown, data: unknown, path: readonly string[]): ReadPart<InputImage> | null;
/** The items of the newest entries: a compaction tells again those that it keeps. */
export declare class RecentItems {
    #private;
    private readonly heldBytes;
    /** @param heldBytes about so much is held: the older half is dropped at once */
    constructor(heldBytes: number);
    add(ordinal: number, items: readonly RecordedItem[]): void;
    /** @returns undefined when they are not held any more */
    get(ordinal: number): readonly RecordedItem[] | undefined;
}
