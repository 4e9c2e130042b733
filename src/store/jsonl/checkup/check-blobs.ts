import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { blobHash } from "../../blob-hash.js";
import { blobPath } from "../blobs.js";
import { unnamedBlobs } from "../collect-garbage.js";
import { nodeFileSystem } from "../file-system.js";
import type { Place } from "../rollout-path.js";
import { isSystemError, systemErrorCode } from "../system-error.js";
import { shellWord, unreadable, type Finding } from "./finding.js";

/** A blob that events name and nobody has. */
export function missingBlob(home: string, hash: string, rollout: string): Finding {
  return {
    kind: "blob-missing",
    severity: "error",
    path: rollout,
    message: `it names blob ${hash}, which is not there: ${blobPath(home, hash)}`,
    remedy: "restore it from a backup, or import the session's own file again",
  };
}

/** Whether a blob's bytes are what its name says; null also when it went meanwhile. */
export function checkBlob(path: string): Finding | null {
  const hash = `sha256-${basename(path)}`;
  try {
    if (blobHash(readFileSync(path)) === hash) return null;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return null;
    if (code === undefined || !(error instanceof Error)) throw error;
    return unreadable(path, code, error.message);
  }
  return {
    kind: "blob-corrupt",
    severity: "error",
    path,
    message: "its bytes have another hash than its name",
    remedy: `restore it from a backup, or: rm ${shellWord(path)}, and import the session's own file again`,
  };
}

/** Blobs that neither a rollout nor a torn copy names. */
export function orphanedBlobs(home: string, hashes: ReadonlySet<string>): readonly Finding[] {
  if (hashes.size === 0) return [];
  const place = { fileSystem: nodeFileSystem, home };
  return [...unnamed(place, hashes)].map((hash) => ({
    kind: "blob-orphan",
    severity: "note",
    path: blobPath(home, hash),
    message: "no event names it",
    remedy: "refold gc",
  }));
}

/** None while a rollout cannot be read: nobody knows what that one names. */
function unnamed(place: Place, hashes: ReadonlySet<string>): ReadonlySet<string> {
  const isToldElsewhere = (): void => undefined; // a damaged archive is a finding of its own
  try {
    return unnamedBlobs(place, hashes, isToldElsewhere);
  } catch (error) {
    if (isSystemError(error)) return new Set(); // which is a finding of its own as well
    throw error;
  }
}
