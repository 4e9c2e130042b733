import { basename } from "node:path";
import { blobPath, blobRoot } from "../blobs.js";
import { nodeFileSystem } from "../file-system.js";
import { jsonlStore } from "../jsonl-store.js";
import { rolloutFiles } from "../rollout-files.js";
import { archivePath } from "../rollout-path.js";
import { checkAncestry, type CheckedFork } from "./check-ancestry.js";
import { checkBlob, missingBlob, orphanedBlobs } from "./check-blobs.js";
import { checkLease } from "./check-lease.js";
import { checkLeftover } from "./check-leftover.js";
import { checkMode } from "./check-mode.js";
import { checkRollout } from "./check-rollout.js";
import type { Finding } from "./finding.js";
import { homeEntries, type HomeEntry } from "./home-entries.js";

export interface CheckHomeOptions {
  /** Milliseconds since 1970: what heartbeats and files are held against. Default: now. */
  readonly now?: number;
  /** Told how many bytes are to be read, before any is. */
  readonly onTotal?: (bytes: number) => void;
  /** Told how many have been. */
  readonly onProgress?: (doneBytes: number) => void;
}

/**
 * Checks the folder in which threads live: who may read what, every rollout, lease and blob, what
 * forks refer to, what crashes left. Reads only. Other processes may write meanwhile.
 * @see docs/cli.md, "doctor"
 */
export async function* checkHome(
  home: string,
  options: CheckHomeOptions = {},
): AsyncGenerator<Finding, void, undefined> {
  const { now = Date.now(), onTotal, onProgress } = options;
  const entries = [...homeEntries(home)];
  for (const entry of entries) {
    const found = [checkMode(entry), checkLease(entry, now), checkLeftover(entry, now)];
    for (const finding of found) if (finding !== null) yield finding;
  }
  const sizes = new Map(entries.map(({ path, stats }) => [path, stats.isFile() ? stats.size : 0]));
  onTotal?.([...sizes.values()].reduce((sum, size) => sum + size, 0));
  let doneBytes = 0;
  const done = (path: string): void => onProgress?.((doneBytes += sizes.get(path) ?? 0));
  const named = new Set<string>();
  yield* checkRollouts(home, { named, done });
  yield* checkBlobs(home, entries, { named, done });
}

interface Progress {
  /** The blobs that events name. */
  readonly named: Set<string>;
  readonly done: (path: string) => void;
}

async function* checkRollouts(home: string, { named, done }: Progress): AsyncGenerator<Finding> {
  const forks: CheckedFork[] = [];
  const missing = new Set<string>();
  for (const { path, threadId, isArchived } of rolloutFiles({ fileSystem: nodeFileSystem, home })) {
    const { findings, blobs, parentId } = checkRollout(path, threadId);
    yield* findings;
    if (parentId !== null) forks.push({ path, threadId, parentId });
    for (const hash of blobs) {
      named.add(hash);
      if (missing.has(hash) || nodeFileSystem.status(blobPath(home, hash)) !== undefined) continue;
      missing.add(hash);
      yield missingBlob(home, hash, path);
    }
    done(isArchived ? archivePath(path) : path);
  }
  const parents = new Map(forks.map(({ threadId, parentId }) => [threadId, parentId]));
  const store = jsonlStore({ home });
  try {
    for (const fork of forks) {
      const finding = await checkAncestry(store, fork, parents);
      if (finding !== null) yield finding;
    }
  } finally {
    await store.close();
  }
}

function* checkBlobs(
  home: string,
  entries: readonly HomeEntry[],
  { named, done }: Progress,
): Generator<Finding> {
  const unnamed = new Set<string>();
  for (const { path, stats } of entries) {
    if (!stats.isFile() || !isBlobOf(home, path)) continue;
    const hash = `sha256-${basename(path)}`;
    if (!named.has(hash)) unnamed.add(hash);
    const finding = checkBlob(path);
    if (finding !== null) yield finding;
    done(path);
  }
  yield* orphanedBlobs(home, unnamed);
}

function isBlobOf(home: string, path: string): boolean {
  return path.startsWith(blobRoot(home)) && /^[0-9a-f]{64}$/.test(basename(path));
}
