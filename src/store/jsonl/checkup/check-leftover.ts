import { existsSync } from "node:fs";
import { basename, join, sep } from "node:path";
import type { HomeEntry } from "./home-entries.js";
import { isArchivePath } from "../rollout-path.js";
import { shellWord, type Finding } from "./finding.js";

/** So long a file may be under way. */
const UNDER_WAY_MS = 60_000;

/** What a crash left half-written, and torn tails that a writer set aside. */
export function checkLeftover({ path, stats }: HomeEntry, now: number): Finding | null {
  if (!stats.isFile()) return null;
  const name = basename(path);
  if (/\.jsonl\.torn-[^/]+$/.test(name)) {
    return {
      kind: "torn-copy",
      severity: "note",
      path,
      message: `${stats.size} bytes of a batch that was never acknowledged, set aside by a writer`,
      remedy: `look at it, then: rm ${shellWord(path)}`,
    };
  }
  if (isSecondForm(path)) return secondForm(path, now - stats.ctimeMs);
  if (!/\.(?:new|doomed)$|\.part-\d+$/.test(name) || now - stats.mtimeMs < UNDER_WAY_MS) {
    return null;
  }
  const isBlob = path.includes(join(sep, "blobs", "sha256", sep));
  return {
    kind: "leftover",
    severity: "warning",
    path,
    message: "left half-done by a process that ended early",
    remedy: isBlob ? "refold gc" : `rm ${shellWord(path)}`,
  };
}

/** An archive beside the plain file that it is of: archiving was not done, and the file is what counts. */
function isSecondForm(path: string): boolean {
  return isArchivePath(path) && existsSync(path.slice(0, -".gz".length));
}

/** @param forMs how long it has had its name: its own time is the rollout's */
function secondForm(path: string, forMs: number): Finding | null {
  if (forMs < UNDER_WAY_MS) return null;
  return {
    kind: "leftover",
    severity: "warning",
    path,
    message: "an archive beside the plain file, which counts: left half-way between the two",
    remedy: `rm ${shellWord(path)}`,
  };
}
