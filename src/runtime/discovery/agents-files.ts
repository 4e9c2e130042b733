import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { TextDecoder } from "node:util";
import { systemErrorCode } from "../../store/jsonl/system-error.js";
import type { AgentsFile } from "../fragments/turn-context.js";
import { pathRefused } from "./path-refused.js";

/** Enough for a project's house rules; the same figure as the Codex CLI's. */
const DEFAULT_LIMIT_BYTES = 32 * 1024;
const FILE_NAME = "AGENTS.md";

export interface AgentsDiscovery {
  /** From the project's root down to `cwd`, nearest last. */
  readonly files: readonly AgentsFile[];
  /** Paths of files that were cut or left out for the limit's sake. */
  readonly cut: readonly string[];
}

/**
 * Finds the AGENTS.md files that speak for a folder: those from the git root down to it, or its own
 * alone outside a repository. The nearest has the first claim on the limit: what does not fit is cut
 * from the farthest.
 * @param limitBytes UTF-8 bytes of all files together
 * @throws {NoPermission} one of them is closed to this user
 */
export function discoverAgentsFiles(
  cwd: string,
  limitBytes: number = DEFAULT_LIMIT_BYTES,
): AgentsDiscovery {
  const files: AgentsFile[] = [];
  const cut: string[] = [];
  let roomBytes = limitBytes;
  for (const directory of foldersUpToRoot(resolve(cwd))) {
    const path = join(directory, FILE_NAME);
    const bytes = readIfFile(path);
    if (bytes === null) continue;
    const kept = wholeCharacters(bytes.subarray(0, roomBytes));
    roomBytes -= Math.min(roomBytes, bytes.length);
    if (kept.length < bytes.length) cut.push(path);
    const text = new TextDecoder("utf-8").decode(kept);
    if (text.trim() !== "") files.unshift({ path, directory, text });
  }
  return { files, cut };
}

/** The folder itself first, the git root last; the folder alone outside a repository. */
function foldersUpToRoot(start: string): readonly string[] {
  const root = findGitRoot(start);
  if (root === null) return [start];
  const folders = [start];
  for (let folder = start; relative(root, folder) !== "";) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** @returns the nearest folder upwards that holds `.git` (a folder, or a worktree's file); or null */
function findGitRoot(start: string): string | null {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/** @throws {NoPermission} it is closed: what it asks of agents would go unheard */
function readIfFile(path: string): Uint8Array | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw pathRefused(path, error);
  }
}

/** Leaves out the last character when it was cut in two. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  let start = end - 1;
  while (start > 0 && start > end - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  if (start >= 0 && start + length > end) end = start;
  return bytes.subarray(0, end);
}
