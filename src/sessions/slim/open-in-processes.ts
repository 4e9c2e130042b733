import { execFile } from "node:child_process";
import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * The processes that have a file open, but for this one: by `/proc` where there is one, else by `lsof`
 * where that is installed. Those of other users can mostly not be seen.
 */
export async function processesWith(path: string, proc = "/proc"): Promise<readonly number[]> {
  const pids = processesIn(proc);
  if (pids.length === 0) return listedByLsof(path);
  const real = realpathSync(path);
  return pids.filter((pid) => pid !== process.pid && hasOpen(join(proc, String(pid), "fd"), real));
}

function processesIn(proc: string): readonly number[] {
  return listOf(proc)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function hasOpen(folder: string, path: string): boolean {
  return listOf(folder).some((name) => targetOf(join(folder, name)) === path);
}

/** A process may end meanwhile, or be somebody else's: it has nothing open that can be seen. */
function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null; // as above
  }
}

async function listedByLsof(path: string): Promise<readonly number[]> {
  try {
    const { stdout } = await promisify(execFile)("lsof", ["-t", "--", path]);
    const pids = stdout.split("\n").filter((line) => line !== "");
    return pids.map(Number).filter((pid) => pid !== process.pid);
  } catch {
    return []; // it is not installed, or nobody has the file open
  }
}
