import { execFile } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { parseJson } from "../../events/json.js";
import { isAlive } from "../partial-file.js";

/**
 * The processes that work on a session: those that have its file open, but for this one, and those of Claude
 * Code, which opens a session only to write but says in its home which one it works on.
 * @param proc where the system tells of processes; where there is none, `lsof` is asked
 */
export async function processesWith(path: string, proc = "/proc"): Promise<readonly number[]> {
  const pids = processesIn(proc);
  const open = pids.length === 0 ? await listedByLsof(path) : openIn(proc, pids, path);
  return [...new Set([...open, ...ofClaudeCode(path, proc)])];
}

/** Those of other users can mostly not be seen. */
function openIn(proc: string, pids: readonly number[], path: string): readonly number[] {
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

/** `procStart`: when the process began, as `/proc` tells it. */
const ClaudeProcess = z.object({
  ...{ pid: z.int().positive(), sessionId: z.string() },
  procStart: z.string().optional(),
});
type ClaudeProcess = z.infer<typeof ClaudeProcess>;

/** `sessions/PID.json` of the home names the session; it stays where the process was killed (seen in 2.1.330). */
function ofClaudeCode(path: string, proc: string): readonly number[] {
  const parts = path.replace(/\.jsonl$/, "").split(sep);
  const root = parts.lastIndexOf("projects");
  if (root < 0) return [];
  const folder = join(parts.slice(0, root).join(sep), "sessions");
  return listOf(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .flatMap((name) => {
      const { data } = ClaudeProcess.safeParse(parseJson(readFileSync(join(folder, name), "utf8")));
      return data !== undefined && parts.includes(data.sessionId) ? [data] : [];
    })
    .filter((process) => isRunning(process, proc))
    .map(({ pid }) => pid);
}

/** The number of a process that was killed may be another's since. */
function isRunning({ pid, procStart }: ClaudeProcess, proc: string): boolean {
  if (!isAlive(pid)) return false;
  const start = startOf(join(proc, String(pid)));
  return start === null || procStart === undefined || start === procStart;
}

/** The 22nd member of what the system tells of a process; null: it does not tell. */
function startOf(folder: string): string | null {
  try {
    const stat = readFileSync(join(folder, "stat"), "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null; // the second is any name
  } catch {
    return null;
  }
}
