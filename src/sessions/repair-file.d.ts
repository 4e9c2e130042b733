import type { ByteSource } from "../dialects/shared/byte-source.js";
import { type FileBytesOptions } from "./file-bytes.js";
import { type Repair } from "./repair-own.js";
/**
 * Makes a clean copy of a rollout, of our own form or another tool's, out of everything that can be
 * read around its damage. The file itself is only read.
 *
 * @see docs/file-format.md, "Repair"
 * @throws {DamagedLog} no event of it can be read, or more are missing than can be stood in for
 * @throws {FileNotFound} @throws {NotAFile} @throws {NoPermission} @throws {EmptyFile}
 * @throws {NotARollout} @throws {EmptyRollout} @throws {MixedDialects}
 */
export declare function repairFile(path: string, options?: FileBytesOptions): Promise<Repair>;
/** Every whole object of another tool's session, on a line of its own where its line was damaged. */
export declare function repairForeign(bytes: ByteSource): Promise<Repair>;
