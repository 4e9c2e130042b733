/** What a picture's own bytes say of it. Sizes in pixels, both positive. */
interface Picture {
    readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
    readonly width: number;
    readonly height: number;
}
/**
 * Reads a picture's size from its content, whatever its name or media type says
 * (docs/semantics.md §7.2). The pixels are not decoded; a file without any image data is not a
 * picture.
 * @returns null when the bytes are not a PNG, JPEG or WebP picture
 */
export declare function readPicture(bytes: Uint8Array): Picture | null;
/**
 * Decodes standard base 64, strictly: padded, no white space, unused bits zero. Encoding the bytes
 * again therefore always gives the same text.
 * @returns null when the text is not of that form
 */
export declare function decodeBase64(text: string): Uint8Array | null;
/** Standard base 64 with padding. (Rooms without Node's modules have no `Buffer`.) */
export declare function encodeBase64(bytes: Uint8Array): string;
export {};
