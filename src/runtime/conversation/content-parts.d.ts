import { type InputImage, type InputText, type MessagePart } from "../../events/item.js";
import type { ItemInput } from "../record-item.js";
/** A picture: its bytes, its address on the web, or a `data:` URL. */
export interface ImageContent {
    readonly image: Uint8Array | string;
    /** Of bytes whose kind they do not tell themselves: `image/heic`, for instance. */
    readonly mediaType?: string;
    /** How closely the model is to look: `low`, `high` (default), `auto`, `original`. */
    readonly detail?: string;
}
/** A piece of a message. The wire shape of items (`input_text`, `input_image`) will do, too. */
export type ContentPart = string | {
    readonly text: string;
} | ImageContent | MessagePart;
/** What is said: a text, or texts and pictures in their order. */
export type MessageContent = string | ContentPart | readonly ContentPart[];
/**
 * The parts of a message, in the wire shape of items.
 * @throws {UnsupportedContent} a part is none, or a picture that no provider takes
 */
export declare function contentParts(content: MessageContent): readonly (InputText | InputImage)[];
/** Whether there is something that a model can read or see. */
export declare function hasContent(parts: readonly (InputText | InputImage)[]): boolean;
/**
 * An item as a caller hands it in: bare, or with its origin (`fromResponse` gives it so).
 * @throws {UnsupportedContent} it is no item, or of a kind that is never sent to a provider
 */
export declare function readItem(value: unknown): ItemInput;
