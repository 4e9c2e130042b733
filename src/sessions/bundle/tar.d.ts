import { Header } from "tar/header";
import { DamagedBundle } from "../errors.js";
export declare const TAR_BLOCK_BYTES = 512;
/**
 * Reads a block as a tar header.
 * @param block of `TAR_BLOCK_BYTES`
 * @returns null when it is none: what decodes it throws on bytes that are of anything else
 */
export declare function readTarHeader(block: Buffer): Header | null;
/** A file of an archive. */
export interface TarPart {
    readonly name: string;
    readonly sizeBytes: number;
    /** Where its content begins. */
    readonly byte: number;
}
/** Reads a tar archive part by part; holds no more than a chunk of it. */
export declare class TarReader {
    #private;
    private readonly file;
    /** @param file its name, for messages @param content unpacked */
    constructor(file: string, content: AsyncIterable<Uint8Array>);
    /**
     * The next part; the one before must have been read to its end.
     * @returns null at the archive's end
     * @throws {DamagedBundle} there is no part, and no end either
     */
    next(): Promise<TarPart | null>;
    /** A part's bytes. */
    content({ sizeBytes }: TarPart): AsyncGenerator<Uint8Array, void, undefined>;
    /** Reads to the very end, so that what checks the compressed data has seen all of it. */
    finish(): Promise<void>;
    close(): Promise<void>;
    damaged(reason: string, byte?: number): DamagedBundle;
}
/** Two empty blocks: the end of a tar file. */
export declare const TAR_END: Uint8Array;
/**
 * A file in a tar archive: its header, its content, and what fills up the last block. The same entry
 * gives the same bytes: no time, owner or mode of this machine stands in it.
 *
 * @param parts of `sizeBytes` together
 */
export declare function tarEntry({ name, sizeBytes }: {
    readonly name: string;
    readonly sizeBytes: number;
}, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined>;
