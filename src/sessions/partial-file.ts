import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "../store/errors.js";

/** The name under which a process writes a file until it is whole. */
export function partialOf(path: string, pid: number): string {
  return `${path}.part-${pid}`;
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
export function removeAbandoned(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const partial = join(folder, name);
    if (name.startsWith(`${basename(path)}.`) && isAbandoned(name)) {
      rmSync(partial, { force: true });
    }
  }
}
