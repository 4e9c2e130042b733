import { isRefoldError } from "../../../errors.js";
import { basename } from "node:path";
import { blobHash } from "../../blobs.js";
import { isSystemError, systemErrorCode } from "../../errors.js";
import type { EventStore } from "../../event-store.js";
import { blobPath } from "../blobs.js";
import { unnamedBlobs } from "../collect-garbage.js";
import { nodeFileSystem } from "../file-system.js";
import { type Finding, finding, shellWord, unreadable } from "./finding.js";

/** A fork: its own file, and the thread that it left. */
export interface CheckedFork {
  readonly path: string;
  readonly threadId: string;
  readonly parentId: string;
}

/**
 * Whether a fork can be read through its ancestors: each is there, and its event at the fork is the
 * one that the fork recorded.
 * @param circles threads that lead back to themselves
 */
export async function checkAncestry(
  store: EventStore,
  { path, threadId, parentId }: CheckedFork,
  circles: ReadonlySet<string>,
): Promise<Finding | null> {
  if (circles.has(threadId)) {
    const message = `its ancestors lead back to it, by way of thread ${parentId}`;
    return finding("fork-cycle", path, message, RESTORE);
  }
  try {
    const head = await store.head(threadId);
    await readToEnd(store.read(threadId, { from: head, newer: "ignore" }));
    return null;
  } catch (error) {
    if (isRefoldError(error, "thread-not-found")) return null; // no whole batch: told of already
    if (!isRefoldError(error, "fork-parent-missing", "fork-parent-changed")) throw error;
    return finding(error.code, path, error.message, RESTORE);
  }
}

const RESTORE = "put the parent's rollout back from a backup; the fork's own events are whole";

/**
 * The threads that lead back to themselves; each is looked at once, however deep forks are.
 * @param parents of every fork, by thread
 */
export function threadsInCircles(parents: ReadonlyMap<string, string>): ReadonlySet<string> {
  const met = new Set<string>();
  const circles = new Set<string>();
  for (const threadId of parents.keys()) {
    const path = new Set<string>();
    let at: string | undefined = threadId;
    while (at !== undefined && !met.has(at)) {
      met.add(at);
      path.add(at);
      at = parents.get(at);
    }
    // Met on the way of another one, it is no news.
    while (at !== undefined && path.delete(at)) {
      circles.add(at);
      at = parents.get(at);
    }
  }
  return circles;
}

/** Takes everything and keeps nothing: for what reading itself brings to light. */
async function readToEnd(parts: AsyncIterable<unknown>): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

/** A blob that events name and nobody has. */
export function missingBlob(home: string, hash: string, rollout: string): Finding {
  return finding(
    "blob-missing",
    rollout,
    `it refers to blob ${hash}, which is missing: ${blobPath(home, hash)}`,
    "restore it from a backup, or import the session's own file again",
  );
}

/** Whether a blob's bytes are what its name says; null also when it went meanwhile. */
export function checkBlob(path: string): Finding | null {
  const hash = `sha256-${basename(path)}`;
  try {
    if (blobHash(nodeFileSystem.readFile(path)) === hash) return null;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return null;
    if (code === undefined || !(error instanceof Error)) throw error;
    return unreadable(path, code, error.message);
  }
  return finding(
    "blob-corrupt",
    path,
    "its bytes have another hash than its name",
    `restore it from a backup, or: rm ${shellWord(path)}, and import the session's own file again`,
  );
}

/**
 * Blobs that neither a rollout nor a torn copy names. None while a rollout cannot be read: nobody knows
 * what that one names.
 */
export function orphanedBlobs(home: string, hashes: ReadonlySet<string>): readonly Finding[] {
  if (hashes.size === 0) return [];
  const isToldElsewhere = (): void => undefined; // a damaged archive is a finding of its own
  try {
    const unnamed = unnamedBlobs({ fileSystem: nodeFileSystem, home }, hashes, isToldElsewhere);
    return Array.from(unnamed, (hash) =>
      finding("blob-orphan", blobPath(home, hash), "no event refers to it", "refold gc"),
    );
  } catch (error) {
    if (isSystemError(error)) return []; // which is a finding of its own as well
    throw error;
  }
}
