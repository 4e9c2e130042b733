import { type ByteSource } from "./byte-source.js";
export type Compression = "gzip" | "zstd";
/**
 * The content of a source: unpacked when it is compressed, as it is otherwise.
 * Its streams throw `TruncatedArchive` behind everything that could be unpacked.
 */
export declare function openUnpacked(bytes: ByteSource): Promise<{
    readonly content: ByteSource;
    readonly compression: Compression | null;
}>;
/** What reads like a stream of Node's zlib: bytes in by `write`, bytes out by iteration or as events. */
interface Unpacker extends AsyncIterable<unknown> {
    write(chunk: Uint8Array, done?: () => void): boolean;
    end(): unknown;
    on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
    on(event: "error", listener: (error: Error) => void): unknown;
    destroy(error?: Error): unknown;
    once(event: "drain" | "close", listener: () => void): unknown;
    off(event: "drain" | "close", listener: () => void): unknown;
}
/** Drives an unpacker no faster than its reader reads. */
export declare function pump(packed: AsyncIterable<Uint8Array>, unpacker: Unpacker): AsyncGenerator<Uint8Array>;
export {};
