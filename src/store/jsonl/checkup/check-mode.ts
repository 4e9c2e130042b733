import type { HomeEntry } from "./home-entries.js";
import { shellWord, type Finding } from "./finding.js";

const OTHERS = 0o077;

/** Files are their owner's alone (0600), folders too (0700). Not asked on Windows. */
export function checkMode({ path, stats }: HomeEntry): Finding | null {
  if (process.platform === "win32" || stats.isSymbolicLink()) return null;
  const mode = stats.mode & 0o777;
  const isFolder = stats.isDirectory();
  const wanted = isFolder ? 0o700 : 0o600;
  if (mode === wanted) return null;
  const others = (mode & OTHERS) === 0 ? "" : ": others on this machine may use it";
  return {
    kind: isFolder ? "folder-mode" : "file-mode",
    severity: "warning",
    path,
    message: `mode ${octal(mode)} instead of ${octal(wanted)}${others}`,
    remedy: `chmod ${wanted.toString(8)} ${shellWord(path)}`,
  };
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}
