import { copyFile, lstat, mkdtemp, realpath, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { systemErrorCode } from "../../store/errors.js";
import { afterDelay } from "../after-delay.js";
import { git, splitNul, workTreeRoot } from "./git.js";

interface SnapshotOptions {
  /** A folder inside the work tree. */
  readonly cwd: string;
  /** A folder that is left out, whatever is in it: where the thread itself is stored. */
  readonly exclude?: string;
  /** Untracked files above this size, in bytes, are left out and named. */
  readonly untrackedLimitBytes?: number;
  /** Called once, with the largest untracked files, when it takes longer than `noticeAfterMs`. */
  readonly onSlow?: (largest: readonly string[]) => void;
  /** In milliseconds. */
  readonly noticeAfterMs?: number;
}

/** A commit that no branch knows of. */
interface Snapshot {
  readonly commit: string;
  /** The commit that HEAD named; null: none yet. */
  readonly parent: string | null;
  /** Untracked files that existed, so that a restore keeps them. */
  readonly untracked: readonly string[];
  /**
   * Untracked files that were left out: for their size, because they are repositories of their own, or
   * because they cannot be looked at (their name is no UTF-8, or they went meanwhile).
   */
  readonly skipped: readonly string[];
  /** Submodules: their commit is kept, their own files are not. */
  readonly submodules: readonly string[];
}

const DEFAULT_LIMIT_BYTES = 10 * 1024 * 1024;
/** docs/semantics.md §2.10. */
const DEFAULT_NOTICE_MS = 240_000;
const NAMED_FILES = 5;

/**
 * Commits the work tree, tracked and untracked files alike, ignored ones left out, to a commit that
 * nothing refers to. Index, HEAD and branches stay as they are, also in the middle of a merge.
 * @throws {RefoldError} `not-a-repository`: `cwd` is in no work tree
 * @throws {RefoldError} `git-failed`: git refused
 */
export async function takeGitSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const root = await workTreeRoot(options.cwd);
  const listing = await git(["ls-files", "--others", "--exclude-standard", "-z"], { cwd: root });
  const isLeftOut = await insideOf(root, options.exclude);
  const paths = splitNul(listing).filter((path) => !isLeftOut(path));
  const sizes = await Promise.all(paths.map((path) => sizeOf(root, path)));
  const limitBytes = options.untrackedLimitBytes ?? DEFAULT_LIMIT_BYTES;
  const isKept = ({ bytes }: FileSize): boolean => bytes !== null && bytes <= limitBytes;
  const kept = sizes.filter(isKept).map(({ path }) => path);
  const skipped = sizes.filter((size) => !isKept(size)).map(({ path }) => path);
  const tellLargest = (): void => {
    const bySize = sizes.toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
    const largest = bySize.slice(0, NAMED_FILES);
    options.onSlow?.(largest.map(({ path }) => path));
  };
  const noticeAfterMs = options.noticeAfterMs ?? DEFAULT_NOTICE_MS;
  const forget = afterDelay(noticeAfterMs, tellLargest, { keepsAlive: false });
  try {
    const committed = await withScratchIndex(root, (indexFile) =>
      commitTree(root, indexFile, kept),
    );
    return { ...committed, untracked: sizes.map(({ path }) => path), skipped };
  } finally {
    forget();
  }
}

async function commitTree(
  root: string,
  indexFile: string,
  untracked: readonly string[],
): Promise<Pick<Snapshot, "commit" | "parent" | "submodules">> {
  const options = { cwd: root, indexFile };
  await git(["add", "--update", "--", ":/"], options);
  if (untracked.length > 0) {
    // `git add` would refuse all of them for one that went since they were listed: --remove does not.
    const listed = ["update-index", "--add", "--remove", "-z", "--stdin"];
    await git(listed, { ...options, input: untracked.map((path) => `${path}\0`).join("") });
  }
  const tree = (await git(["write-tree"], options)).trim();
  const head = await headCommit(root);
  const parents = head === null ? [] : ["-p", head];
  const commit = await git(["commit-tree", tree, ...parents, "-m", "refold snapshot"], options);
  const entries = splitNul(await git(["ls-files", "--stage", "-z"], options));
  const submodules = entries
    .filter((entry) => entry.startsWith("160000 "))
    .map((entry) => entry.slice(entry.indexOf("\t") + 1));
  return { commit: commit.trim(), parent: head, submodules };
}

/** @returns null on a branch without a commit */
async function headCommit(root: string): Promise<string | null> {
  const commit = (await git(["rev-parse", "--revs-only", "HEAD"], { cwd: root })).trim();
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
}

/**
 * Tells the paths, from the work tree's top, that are in a folder, by whatever links either was come
 * to: git names the top without any.
 */
async function insideOf(
  root: string,
  folder: string | undefined,
): Promise<(path: string) => boolean> {
  if (folder === undefined) return () => false;
  const [top, inside] = [await realPath(root), `${await realPath(folder)}${sep}`];
  return (path) => resolve(top, path).startsWith(inside);
}

/** Without links; a folder that is not there holds nothing, and is taken as it is spelled. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
    return resolve(path);
  }
}

/** True for what git lists of a repository inside the work tree: its folder, and nothing in it. */
function isOwnRepository(path: string): boolean {
  return path.endsWith("/");
}

interface FileSize {
  readonly path: string;
  /** Null: it is no file that could be held. */
  readonly bytes: number | null;
}

async function sizeOf(root: string, path: string): Promise<FileSize> {
  if (isOwnRepository(path)) return { path, bytes: null };
  try {
    return { path, bytes: (await lstat(join(root, path))).size };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    return { path, bytes: null };
  }
}

/** A copy of the repository's index, so that git need not look at unchanged files again. */
async function withScratchIndex<T>(
  root: string,
  use: (indexFile: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "refold-index-"));
  try {
    const indexFile = join(folder, "index");
    const own = (await git(["rev-parse", "--git-path", "index"], { cwd: root })).replace(/\n$/, "");
    await copyFile(resolve(root, own), indexFile).catch((error: unknown) => {
      if (systemErrorCode(error) !== "ENOENT") throw error; // a new repository has no index yet
    });
    return await use(indexFile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface RestoreOptions extends Pick<SnapshotOptions, "cwd" | "exclude"> {
  readonly commit: string;
  /** Untracked files that existed when the snapshot was taken: never deleted. */
  readonly untracked: readonly string[];
}

/**
 * Puts the files of a work tree back to a snapshot: changed and deleted ones return, those that came
 * since go. Ignored files, files that were untracked then, repositories inside the work tree, index,
 * HEAD and branches stay as they are.
 * @throws {RefoldError} `not-a-repository`: `cwd` is in no work tree
 * @throws {RefoldError} `git-failed`: the commit is gone, or git refused
 */
export async function restoreGitSnapshot(
  options: RestoreOptions,
): Promise<{ readonly deleted: readonly string[] }> {
  const root = await workTreeRoot(options.cwd);
  const { commit } = options;
  const wanted = new Set(
    splitNul(
      await git(["ls-tree", "-r", "--name-only", "--full-tree", "-z", commit], { cwd: root }),
    ),
  );
  const tracked = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const present = new Set(splitNul(await git(tracked, { cwd: root })));
  const spared = new Set(options.untracked);
  const isLeftOut = await insideOf(root, options.exclude);
  const gone = [...present].filter((path) => !wanted.has(path) && !spared.has(path));
  const deleted = gone.filter((path) => !isLeftOut(path) && !isOwnRepository(path));
  for (const path of deleted) await removeFile(root, path);
  await withScratchIndex(root, async (indexFile) => {
    await git(["read-tree", "--reset", commit], { cwd: root, indexFile });
    const input = [...wanted].filter(isLeftOut).join("\0");
    await git(["update-index", "--force-remove", "-z", "--stdin"], { cwd: root, indexFile, input });
    // Entries that match their file are then passed over: unchanged files keep their times.
    await git(["update-index", "-q", "--really-refresh"], { cwd: root, indexFile });
    await git(["checkout-index", "--all", "--force"], { cwd: root, indexFile });
  });
  return { deleted };
}

/** Deletes a file, and the folders that it leaves empty. */
async function removeFile(root: string, path: string): Promise<void> {
  await rm(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    try {
      await rmdir(join(root, folder));
    } catch (error) {
      if (error instanceof Error && "code" in error) return; // not empty, or gone already
      throw error;
    }
  }
}
