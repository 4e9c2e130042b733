/** A file, or whatever stands for one, as a dialect reads it: more than once, and in part. */
export interface ByteSource {
    /** Shown in messages. */
    readonly name: string;
    /** Chunks of any size, from the first byte or from `start`; may be called again. */
    stream(start?: number): AsyncIterable<Uint8Array>;
    /** Bytes `start` to `end` (exclusive). */
    slice(start: number, end: number): Promise<Uint8Array>;
}
/** What follows the first `count` bytes of a stream. */
export declare function skipBytes(chunks: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array>;
/** The first bytes, as many as there are; those of an archive that ends early also. */
export declare function firstBytesOf(content: ByteSource, count: number): Promise<Uint8Array>;
