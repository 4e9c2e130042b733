/** A line with its line feed (the last one may have none), or a part of one that is too long. */
export interface Line {
    readonly bytes: Buffer;
    /** Byte offset of `bytes`. */
    readonly start: number;
    /** Byte offset of the line; differs from `start` in the parts of one that is too long. */
    readonly lineStart: number;
    /** 1-based. */
    readonly number: number;
    /** `whole`: a line; `part`: some bytes of one that is too long; `last-part`: its last bytes. */
    readonly extent: "whole" | "part" | "last-part";
}
/**
 * Cuts a stream of bytes into lines; holds no more than one line and one chunk. A line's bytes are
 * valid until the next line is asked for: lines that span chunks are put together in one place.
 */
export declare class LineSplitter {
    #private;
    private readonly maxLineBytes;
    /** @param from where in the file the stream begins: at the start of that line */
    constructor(from?: {
        readonly byte: number;
        readonly line: number;
    }, maxLineBytes?: number);
    /** Number of the line that comes next. */
    get nextLine(): number;
    /** The lines that a chunk completes. */
    push(chunk: Uint8Array): Generator<Line>;
    /** The last line, where the file does not end with a line feed. */
    end(): Generator<Line>;
}
