import { openForeign } from "../dialects/dialects.js";
import type { ByteSource } from "../dialects/shared/byte-source.js";
import { fileBytes, type FileBytesOptions } from "./file-bytes.js";
import { isOwnRollout } from "./recognise.js";
import { type Repair, repairOwn } from "./repair-own.js";

const LOOK_BYTES = 1 << 16;

/**
 * Makes a clean copy of a rollout, of our own form or another tool's, out of everything that can be
 * read around its damage. The file itself is only read.
 *
 * @see docs/file-format.md, "Repair"
 * @throws {RefoldError} `damaged-log`: no event of it can be read, or more are missing than can be
 *   stood in for
 * @throws {RefoldError} `file-not-found`
 * @throws {RefoldError} `not-a-file`
 * @throws {RefoldError} `no-permission`
 * @throws {RefoldError} `empty-file`
 * @throws {RefoldError} `not-a-rollout`
 * @throws {RefoldError} `empty-file`
 * @throws {RefoldError} `mixed-dialects`
 */
export async function repairFile(path: string, options: FileBytesOptions = {}): Promise<Repair> {
  const bytes = await fileBytes(path, options);
  if (isOwnRollout(await bytes.slice(0, LOOK_BYTES))) return repairOwn(path);
  return repairForeign(bytes);
}

/** Every whole object of another tool's session, on a line of its own where its line was damaged. */
export async function repairForeign(bytes: ByteSource): Promise<Repair> {
  const { dialect, rollout } = await openForeign(bytes);
  let events = 0;
  for await (const event of rollout.source.read()) events = event.offset + 1;
  const leftOut = rollout
    .damage()
    .map((place) => (place.reason === "glued" ? { ...place, bytes: 0 } : place));
  return {
    form: dialect.name,
    events,
    standIns: 0,
    leftOut,
    parts: () => dialect.wholeLines(rollout.content),
  };
}
