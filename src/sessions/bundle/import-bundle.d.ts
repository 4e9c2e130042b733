import type { ByteSource } from "../../dialects/shared/byte-source.js";
import type { ImportResult } from "../import-file.js";
/**
 * Takes the threads of a bundle into a home, under the ids that they have. Of a thread that is there,
 * what is new is added; the same bundle again adds nothing. All of the bundle is verified and compared
 * before anything is stored, blobs are stored before the threads that name them, and each thread
 * appears whole, ancestors first.
 *
 * @param file a path, or what stands for a file
 * @returns what became of each thread, the oldest ancestor first, the exported thread last
 * @throws {FileNotFound | NotAFile | NoPermission | EmptyFile} the path names nothing that can be read
 * @throws {DamagedBundle | NewerBundle} nothing was stored
 * @throws {ImportDiverged} a thread there went another way; nothing was stored
 * @throws {LeaseHeld} somebody writes to a thread that would grow; those before it are stored
 */
export declare function importBundle(file: string | ByteSource, { home }: {
    readonly home: string;
}): Promise<readonly ImportResult[]>;
