import type { FileSystem } from "./file-system.js";
import type { LogFile } from "./log-file.js";
/**
 * Opens an archive as the log that is in it: a position is one of the log's, and of the archive only
 * the frames are read in which what is asked for stands.
 *
 * A frame that cannot be read gives NUL bytes and a line feed, and what was cut off an empty line: no
 * line of a log is like that, so that readers come upon damage there, as in a plain file.
 *
 * @throws {ArchiveDamaged} not one whole frame is in it
 */
export declare function openArchive(fileSystem: FileSystem, path: string): LogFile;
