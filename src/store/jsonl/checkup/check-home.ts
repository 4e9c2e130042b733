import { existsSync, lstatSync, readdirSync, type Stats } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { systemErrorCode } from "../../errors.js";
import { blobPath, blobRoot } from "../blobs.js";
import { nodeFileSystem } from "../file-system.js";
import type { Holder } from "../../../errors.js";
import { archivePath, isArchivePath, rolloutFiles } from "../home.js";
import { jsonlStore } from "../jsonl-store.js";
import { decodeHolder, processLiveness } from "../process-identity.js";
import {
  checkAncestry,
  threadsInCircles,
  checkBlob,
  type CheckedFork,
  missingBlob,
  orphanedBlobs,
} from "./check-references.js";
import { checkRollout } from "./check-rollout.js";
import { type Finding, finding, shellWord } from "./finding.js";

interface CheckHomeOptions {
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
  const circles = threadsInCircles(parents);
  const store = jsonlStore({ home });
  try {
    for (const fork of forks) {
      const finding = await checkAncestry(store, fork, circles);
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
  for (const { path } of entries) {
    if (!isBlobOf(home, path)) continue;
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

/** So long a file may be under way. */
const UNDER_WAY_MS = 60_000;

/** What a crash left half-written, and torn tails that a writer set aside. */
function checkLeftover({ path, stats }: HomeEntry, now: number): Finding | null {
  if (!stats.isFile()) return null;
  const name = basename(path);
  if (/\.(?:jsonl|pack)\.torn-[^/]+$/.test(name)) {
    return finding(
      "torn-copy",
      path,
      `${stats.size} bytes at the end of a file that were no whole batch, set aside by a writer`,
      `look at it, then: rm ${shellWord(path)}`,
    );
  }
  if (isArchivePath(path) && existsSync(path.slice(0, -".gz".length))) {
    // Archiving was not done, and the plain file counts. The archive's own time is the rollout's.
    if (now - stats.ctimeMs < UNDER_WAY_MS) return null;
    const message = "an archive beside the plain file, which counts: left in an intermediate state";
    return finding("leftover", path, message, `rm ${shellWord(path)}`);
  }
  if (!/\.(?:new|doomed)$|\.part-\d+$/.test(name) || now - stats.mtimeMs < UNDER_WAY_MS) {
    return null;
  }
  const isBlob = path.includes(join(sep, "blobs", "sha256", sep));
  return finding(
    "leftover",
    path,
    "left incomplete by a process that ended early",
    isBlob ? "refold gc" : `rm ${shellWord(path)}`,
  );
}

const OTHERS = 0o077;

/** Files are their owner's alone (0600), folders too (0700). Not asked on Windows. */
function checkMode({ path, stats }: HomeEntry): Finding | null {
  if (process.platform === "win32" || stats.isSymbolicLink()) return null;
  const mode = stats.mode & 0o777;
  const isFolder = stats.isDirectory();
  const wanted = isFolder ? 0o700 : 0o600;
  if (mode === wanted) return null;
  const others = (mode & OTHERS) === 0 ? "" : ": others on this machine may use it";
  const message = `mode ${octal(mode)} instead of ${octal(wanted)}${others}`;
  const kind = isFolder ? "folder-mode" : "file-mode";
  return finding(kind, path, message, `chmod ${wanted.toString(8)} ${shellWord(path)}`);
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}

/** A heartbeat that stands still for so long is that of a dead holder (docs/file-format.md). */
const STALE_AFTER_MS = 30_000;

function checkLease({ path, stats }: HomeEntry, now: number): Finding | null {
  if (!stats.isFile() || !dirname(path).endsWith(".lease") || path.endsWith(".new")) return null;
  const holder = holderOf(path);
  if (holder === null) return null;
  const what = basename(dirname(path)).replace(/(?:\.jsonl)?\.lease$/, "");
  const held = `the lease of ${what} is held by ${words(holder)}`;
  switch (processLiveness(holder)) {
    case "alive":
      return finding("lease-live", path, `${held}, which is running`, null);
    case "dead": {
      const ended = `${held}, which has ended`;
      const takenOver = "nothing: the next writer takes it over";
      if (!isLeft(dirname(path))) return finding("lease-stale", path, ended, takenOver);
      const remedy = `rm -r ${shellWord(dirname(path))}`;
      return finding("lease-stale", path, `${ended}; there is no such thread`, remedy);
    }
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
  const message = `${held}, of another host, container or boot; ${since}`;
  if (!isSilent) return { ...finding("lease-elsewhere", path, message, null), severity: "note" };
  const remedy = "nothing: the next writer waits 30 s and takes it over";
  return finding("lease-elsewhere", path, message, remedy);
}

/** Null: it was given up meanwhile. */
function holderOf(path: string): Holder | null {
  try {
    return decodeHolder(nodeFileSystem.readFile(path).toString("utf8"));
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

interface HomeEntry {
  readonly path: string;
  readonly stats: Stats;
}

/**
 * Every file and folder of a home, itself included, each folder before what it holds. What may not be
 * looked at is left out: the folder that closes it is there, with its mode.
 */
export function* homeEntries(path: string): Generator<HomeEntry> {
  const stats = seen(() => lstatSync(path));
  if (stats === undefined) return;
  yield { path, stats };
  if (!stats.isDirectory()) return;
  const names = seen(() => readdirSync(path)) ?? [];
  for (const name of names.toSorted()) yield* homeEntries(join(path, name));
}

const UNSEEN: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM"]);

/** @returns undefined: it went meanwhile, or is closed to this user */
function seen<Seen>(look: () => Seen): Seen | undefined {
  try {
    return look();
  } catch (error) {
    if (UNSEEN.has(systemErrorCode(error))) return undefined;
    throw error;
  }
}
