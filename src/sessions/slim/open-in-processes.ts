import { execFile } from "node:child_process";
import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { parseJson } from "../../events/json.js";
import { linuxProcessStart } from "../../store/jsonl/process-identity.js";
import { smallContent } from "../file-bytes.js";

/**
 * The processes that work on a session: those that have its file open, but for this one, and those of Claude
 * Code, which opens a session only to write but says in its home which one it works on.
 */
export async function processesWith(path: string): Promise<readonly number[]> {
  const pids = listOf(PROC)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const open = pids.length === 0 ? await listedByLsof(path) : openIn(pids, path);
  return [...new Set([...open, ...ofClaudeCode(path)])];
}

/** Where the system tells of processes; where there is none, `lsof` is asked. */
const PROC = "/proc";

/** Those of other users can mostly not be seen. */
function openIn(pids: readonly number[], path: string): readonly number[] {
  const real = realpathSync(path);
  return pids.filter((pid) => pid !== process.pid && hasOpen(join(PROC, String(pid), "fd"), real));
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
function ofClaudeCode(path: string): readonly number[] {
  const parts = path.replace(/\.jsonl$/, "").split(sep);
  const root = parts.lastIndexOf("projects");
  if (root < 0) return [];
  const folder = join(parts.slice(0, root).join(sep), "sessions");
  return listOf(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .flatMap((name) => {
      const text = smallContent(join(folder, name))?.toString("utf8") ?? ""; // the same of a pipe
      const { data } = ClaudeProcess.safeParse(parseJson(text));
      return data !== undefined && parts.includes(data.sessionId) ? [data] : [];
    })
    .filter(isRunning)
    .map(({ pid }) => pid);
}

/** The number of a process that was killed may be another's since. */
function isRunning({ pid, procStart }: ClaudeProcess): boolean {
  const { exists, startTime } = linuxProcessStart(pid);
  return exists && (startTime === null || procStart === undefined || startTime === procStart);
}
