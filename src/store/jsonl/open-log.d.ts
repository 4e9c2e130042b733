import type { FileSystem } from "./file-system.js";
import { type Place } from "./home.js";
import { type LogFile } from "./log-file.js";
/**
 * Opens a log as it is now, in whichever of its two forms it is stored: the plain file of that path,
 * or the archive in its place; or the archive whose own path it is. Throws what `node:fs` throws.
 *
 * @throws {ArchiveDamaged} not one whole frame is in the archive
 */
export declare function openLog(fileSystem: FileSystem, path: string): LogFile;
/** The same; undefined when there is no such file. */
export declare function openIfThere(fileSystem: FileSystem, path: string): LogFile | undefined;
/**
 * Opens a file that lies anywhere, in the form that its content has, whatever its name says.
 * @param held all of its bytes, where somebody has read them already
 */
export declare function openByContent(fileSystem: FileSystem, path: string, held?: Uint8Array | null): LogFile;
/**
 * Opens the log of a thread's own events as it is stored. The caller closes it.
 * @throws {ThreadNotFound}
 */
export declare function openOwnLog(place: Place, threadId: string): LogFile;
