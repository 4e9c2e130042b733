import type { FileSystem } from "./file-system.js";
/**
 * An archive is a gzip file of many members, so that `zcat` reads it: each *frame* is a member of its
 * own, which says in its header's extra field how long it is and where in the log its bytes stand;
 * the last member is empty and holds the table of all frames (docs/file-format.md).
 */
/** A stretch of the log, and the gzip member that holds it. */
export interface Frame {
    /** Position in the archive. */
    readonly start: number;
    readonly storedBytes: number;
    /** Position in the log. */
    readonly logStart: number;
    readonly logBytes: number;
}
/** No frame that was written is longer; what claims to be is no frame. */
export declare const longestFrameBytes: number;
/** How many bytes of a log go into one frame, at most. */
export declare function frameBytesFor(logBytes: number): number;
/** How many bytes stand before a frame's compressed data. */
export declare const frameHeaderBytes: number;
/** How many bytes at an archive's end say how long its table is. */
export declare const tableFootBytes: number;
/** A frame's place, and the length of the whole log. */
interface FrameHeader {
    readonly storedBytes: number;
    readonly logStart: number;
    readonly logBytes: number;
    readonly totalLogBytes: number;
}
/** Makes the member of a frame. @param deflated its bytes, as raw deflate */
export declare function encodeFrame(bytes: Uint8Array, deflated: Uint8Array, place: Pick<FrameHeader, "logStart" | "totalLogBytes">): Buffer;
/** @returns null when no frame begins with these bytes */
export declare function decodeFrameHeader(bytes: Buffer): FrameHeader | null;
/** Whether a file that begins with these bytes is an archive of a rollout. */
export declare function isArchive(firstBytes: Uint8Array): boolean;
/** Makes the last member: empty, with the lengths of all frames in its header. */
export declare function encodeTable(frames: readonly Pick<Frame, "storedBytes" | "logBytes">[]): Buffer;
/** An archive that is open. */
export interface OpenArchive {
    readonly fileSystem: FileSystem;
    readonly file: number;
    readonly path: string;
}
interface ArchiveFrames {
    /** In the order of the log, without gaps. */
    readonly frames: readonly Frame[];
    /** The archive was cut short: behind the frames there were more. */
    readonly isCut: boolean;
}
/**
 * Finds the frames of an archive: by the table at its end, with two small reads, or, where that is
 * gone, from frame to frame, since each says how long it is.
 */
export declare function readFrames(archive: OpenArchive): ArchiveFrames;
/** Reads the bytes from `from` on, or as many as there are. */
export declare function readStored({ fileSystem, file }: OpenArchive, { from, length }: {
    readonly from: number;
    readonly length: number;
}): Buffer;
export {};
