import type { LogEvent, RefoldEvent } from "../../events/event.js";
import type { InputImage, Item, RecordedItem } from "../../events/item.js";
import { type BlobReader } from "./kept-bytes.js";
import type { SessionForm } from "./session-form.js";
/**
 * Writes the events of an imported session as the file that they were read from, byte for byte.
 * @param blobs where the import put what the events name by hash
 * @returns the file's bytes, in parts
 * @throws {ExportUnsupported} an event has no form in the dialect
 */
export declare function encodeKept(events: AsyncIterable<LogEvent> | Iterable<LogEvent>, form: Pick<SessionForm, "plainObject">, blobs: BlobReader): AsyncGenerator<Uint8Array, void, undefined>;
/**
 * The object that a line held, from the event that it became.
 * @throws {ExportUnsupported} the event is not one of the dialect
 */
export declare function encodeObject(event: RefoldEvent, form: Pick<SessionForm, "plainObject">, blobs: BlobReader): Promise<unknown>;
/** An item as its session recorded it: its original output and its images put back. */
export declare function restoreItem({ item, bounded, }: {
    readonly item: Item;
    readonly bounded?: {
        readonly original: string;
    } | undefined;
}, blobs: BlobReader): Promise<unknown>;
/** The URL that an image had before its bytes were moved to the blob store. */
export declare function restoreImageUrl({ image_url: url, blob }: InputImage, blobs: BlobReader): Promise<string>;
/**
 * An item with its images inline and its output as it was before it was bounded.
 * @returns null when the original is not in the blob store any more
 */
export declare function restoreWhole(recorded: Pick<RecordedItem, "item" | "bounded">, blobs: BlobReader): Promise<unknown>;
