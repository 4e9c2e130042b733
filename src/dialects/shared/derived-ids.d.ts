/** `sha256-<hex>` of bytes, or of a text's UTF-8: how blobs are named. */
export declare function sha256(content: Uint8Array | string): string;
/** A ULID of the first 128 bits of the text's SHA-256. */
export declare function derivedUlid(text: string): string;
/** The ULID that a foreign id stands for: its own 128 bits where it is a UUID. */
export declare function ulidOfForeign(foreignId: string, scope: string): string;
/**
 * Ids of a foreign thread's events (docs/semantics.md §3.8): 48 bits of the time, then the first 80
 * bits of SHA-256 of `<thread id>:<ordinal>`. The same file gives the same ids at every reading.
 */
export declare class DerivedEventIds {
    #private;
    private readonly threadId;
    constructor(threadId: string);
    /** @param timeMs since 1970; outside of 48 bits the nearest that fits is taken */
    idOf(ordinal: number, timeMs: number): string;
}
