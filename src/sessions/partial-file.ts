import { existsSync, readdirSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "../store/errors.js";

/** The name under which a process writes a file until it is whole. */
export function partialOf(path: string, pid: number): string {
  return `${path}.part-${pid}`;
}

/**
 * Writes what is to take a path's place under the name of this process, for its owner's eyes only, and waits
 * for the disk. What killed processes left of the same path goes first.
 * @param options.isTemporary nobody needs the file after a power cut, or has written there before
 * @returns its size in bytes
 * @throws what the system and the parts throw; what was written stays
 */
export async function writePartial(
  path: string,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isTemporary = false } = {},
): Promise<number> {
  if (!isTemporary) removeAbandoned(path);
  const partial = partialOf(path, process.pid);
  await rm(partial, { force: true }); // of an earlier process with this number
  const file = await open(partial, "wx", 0o600);
  try {
    let sizeBytes = 0;
    for await (const part of parts) {
      await file.writeFile(part);
      sizeBytes += part.length;
    }
    if (!isTemporary) await file.sync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/** Whether a file of this name was left half-written by a process that is no more. */
export function isAbandoned(name: string): boolean {
  const pid = /\.part-(\d{1,10})$/.exec(name)?.[1];
  return pid !== undefined && !isAlive(Number(pid));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) !== "ESRCH"; // of somebody else, but alive
  }
}

/** Removes what processes that were killed left of the same file. */
function removeAbandoned(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const partial = join(folder, name);
    if (name.startsWith(`${basename(path)}.`) && isAbandoned(name)) {
      rmSync(partial, { force: true });
    }
  }
}
