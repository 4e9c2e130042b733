import type { ByteSource } from "./byte-source.js";
/**
 * Zstandard data cut into its frames, without unpacking it: decoders stop behind the first one, and
 * some say nothing of one that is cut short.
 */
export declare class ZstdFrames {
    #private;
    private readonly packed;
    constructor(packed: ByteSource);
    /** Asked between frames. */
    hasNext(): Promise<boolean>;
    /** What the frame that was read says of its content: the low 32 bits of its XXH64; null: nothing. */
    get checksum(): number | null;
    /**
     * The bytes of the next frame, in pieces of a block at most; none of a skippable one.
     * @throws {TruncatedArchive} where it is cut short, or is no frame
     */
    next(): AsyncGenerator<Uint8Array>;
    /** Gives the source back; no frame is read any more. */
    close(): Promise<void>;
}
