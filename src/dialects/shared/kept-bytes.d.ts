import type { KeptBytes, KeptParts } from "../../events/event.js";
/** Where bytes go that are too many for the log; once per content. */
export interface BlobSink {
    /** @returns the bytes' name, `sha256-<hex>` */
    put(bytes: Uint8Array): Promise<string>;
}
/** Where they come from again. */
export interface BlobReader {
    get(hash: string): Promise<Uint8Array>;
}
/** Longer texts and bytes go to the blob store (docs/file-format.md#blobs). */
export declare const INLINE_BYTES: number;
/** Bytes as an event carries them: a text where they are one, base 64, or a blob's name. */
export declare function keepBytes(bytes: Uint8Array, blobs: BlobSink): Promise<KeptBytes>;
/** The bytes again, part by part. */
export declare function readKept(kept: KeptParts, blobs: BlobReader): AsyncGenerator<Uint8Array>;
/** Bytes between objects, gathered as they come. */
export declare class ByteGap {
    #private;
    private readonly blobs;
    constructor(blobs: BlobSink);
    add(bytes: Uint8Array): Promise<void>;
    /** What was gathered, and begins anew; undefined: nothing. */
    take(): Promise<KeptParts | undefined>;
}
