import { existsSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { systemErrorCode } from "../system-error.js";
import { decodeHolder, type Holder } from "../holder.js";
import { processLiveness } from "../process-identity.js";
import type { HomeEntry } from "./home-entries.js";
import { archivePath } from "../rollout-path.js";
import { shellWord, type Finding } from "./finding.js";

/** A heartbeat that stands still for so long is that of a dead holder (docs/file-format.md). */
const STALE_AFTER_MS = 30_000;

/** A lease's file: who holds it, and whether they still live. */
export function checkLease({ path, stats }: HomeEntry, now: number): Finding | null {
  if (!stats.isFile() || !dirname(path).endsWith(".lease") || path.endsWith(".new")) return null;
  const holder = holderOf(path);
  if (holder === null) return null;
  const what = basename(dirname(path)).replace(/(?:\.jsonl)?\.lease$/, "");
  const held = `the lease of ${what} is held by ${words(holder)}`;
  switch (processLiveness(holder)) {
    case "alive":
      return {
        kind: "lease-live",
        severity: "note",
        path,
        message: `${held}, which is running`,
        remedy: null,
      };
    case "dead":
      return {
        kind: "lease-stale",
        severity: "warning",
        path,
        ...(isLeft(dirname(path))
          ? {
              message: `${held}, which has ended; there is no such thread`,
              remedy: `rm -r ${shellWord(dirname(path))}`,
            }
          : {
              message: `${held}, which has ended`,
              remedy: "nothing: the next writer takes it over",
            }),
      };
    case "unknown":
      return elsewhere(path, held, now - stats.mtimeMs);
  }
}

/** Whether a lease's folder is that of a thread which is not there: nobody takes it over. */
function isLeft(folder: string): boolean {
  const rollout = folder.slice(0, -".lease".length);
  if (!rollout.endsWith(".jsonl")) return false; // of another kind, which is taken again
  return !existsSync(rollout) && !existsSync(archivePath(rollout));
}

function elsewhere(path: string, held: string, silentMs: number): Finding {
  const isSilent = silentMs > STALE_AFTER_MS;
  const since = `its heartbeat is ${Math.max(0, Math.round(silentMs / 1000))} s old`;
  return {
    kind: "lease-elsewhere",
    severity: isSilent ? "warning" : "note",
    path,
    message: `${held}, of another host, container or boot; ${since}`,
    remedy: isSilent ? "nothing: the next writer waits 30 s and takes it over" : null,
  };
}

/** Null: it was given up meanwhile. */
function holderOf(path: string): Holder | null {
  try {
    return decodeHolder(readFileSync(path, "utf8"));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return null;
    if (code === "EACCES" || code === "EPERM") return decodeHolder("");
    throw error;
  }
}

function words({ pid, host, since }: Holder): string {
  return `process ${pid} on ${host} since ${since}`;
}
