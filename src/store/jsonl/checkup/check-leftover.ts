import { basename } from "node:path";
import type { HomeEntry } from "./home-entries.js";
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
  if (!/\.(?:new|doomed)$|\.part-\d+$/.test(name) || now - stats.mtimeMs < UNDER_WAY_MS)
    return null;
  const isBlob = path.includes("/blobs/sha256/");
  return {
    kind: "leftover",
    severity: "warning",
    path,
    message: "left half-done by a process that ended early",
    remedy: isBlob ? "refold gc" : `rm ${shellWord(path)}`,
  };
}
