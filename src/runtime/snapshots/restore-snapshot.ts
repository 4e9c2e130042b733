import { rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git, splitNul, workTreeRoot } from "./git.js";
import { insideOf, isOwnRepository, withScratchIndex } from "./take-snapshot.js";

export interface RestoreOptions {
  /** A folder inside the work tree. */
  readonly cwd: string;
  readonly commit: string;
  /** Untracked files that existed when the snapshot was taken: never deleted. */
  readonly untracked: readonly string[];
  /** A folder that is left alone, whatever lies in it: where the thread itself is stored. */
  readonly exclude?: string;
}

/** What a restore did to the work tree, paths from its top. */
export interface Restored {
  readonly deleted: readonly string[];
}

/**
 * Puts the files of a work tree back to a snapshot: changed and deleted ones return, those that came
 * since go. Ignored files, files that were untracked then, repositories inside the work tree, index,
 * HEAD and branches stay as they are.
 * @throws {NotARepository} `cwd` lies in no work tree
 * @throws {GitFailed} the commit is gone, or git refused
 */
export async function restoreGitSnapshot(options: RestoreOptions): Promise<Restored> {
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
