import { join } from "node:path";
import type { FileSystem } from "./file-system.js";

/** Where things stand in a home; the names are documented in docs/file-format.md. */
export interface Place {
  readonly fileSystem: FileSystem;
  readonly home: string;
}

/** What a thread's file is called behind its id, and what its archive is. */
export const ROLLOUT_SUFFIX = ".jsonl";
export const ARCHIVE_SUFFIX = ".jsonl.gz";

/** `threads/YYYY/MM/DD/<ulid>.jsonl`, by the day (UTC) on which the thread started. */
export function rolloutPath(home: string, threadId: string, startedAt: string): string {
  return join(home, "threads", ...startedAt.slice(0, 10).split("-"), threadId + ROLLOUT_SUFFIX);
}

/** The file that stands in a rollout's place while the thread is archived. */
export function archivePath(rollout: string): string {
  return `${rollout}.gz`;
}

export function isArchivePath(path: string): boolean {
  return path.endsWith(ARCHIVE_SUFFIX);
}

/** The thread's lease: a folder with one file for each process that wants it. */
export function leaseFolder(rollout: string): string {
  return `${rollout}.lease`;
}
