import { fileBytes, type FileBytesOptions } from "../discovery/file-bytes.js";
import { isOwnRollout } from "../discovery/is-own-rollout.js";
import type { Repair } from "./repair.js";
import { repairForeign } from "./repair-foreign.js";
import { repairOwn } from "./repair-own.js";

const LOOK_BYTES = 1 << 16;

/**
 * Makes a clean copy of a rollout, of our own form or another tool's, out of everything that can be
 * read around its damage. The file itself is only read.
 *
 * @see docs/file-format.md, "Repair"
 * @throws {DamagedLog} no event of it can be read, or more are missing than can be stood in for
 * @throws {FileNotFound} @throws {NotAFile} @throws {NoPermission} @throws {EmptyFile}
 * @throws {NotARollout} @throws {EmptyRollout} @throws {MixedDialects}
 */
export async function repairFile(path: string, options: FileBytesOptions = {}): Promise<Repair> {
  const bytes = await fileBytes(path, options);
  if (isOwnRollout(await bytes.slice(0, LOOK_BYTES))) return repairOwn(path);
  return repairForeign(bytes);
}
