interface SnapshotOptions {
    /** A folder inside the work tree. */
    readonly cwd: string;
    /** A folder that is left out, whatever lies in it: where the thread itself is stored. */
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
/**
 * Commits the work tree, tracked and untracked files alike, ignored ones left out, to a commit that
 * nothing refers to. Index, HEAD and branches stay as they are, also in the middle of a merge.
 * @throws {NotARepository} `cwd` lies in no work tree
 * @throws {GitFailed} git refused
 */
export declare function takeGitSnapshot(options: SnapshotOptions): Promise<Snapshot>;
interface RestoreOptions {
    /** A folder inside the work tree. */
    readonly cwd: string;
    readonly commit: string;
    /** Untracked files that existed when the snapshot was taken: never deleted. */
    readonly untracked: readonly string[];
    /** A folder that is left alone, whatever lies in it: where the thread itself is stored. */
    readonly exclude?: string;
}
/** What a restore did to the work tree, paths from its top. */
interface Restored {
    readonly deleted: readonly string[];
}
/**
 * Puts the files of a work tree back to a snapshot: changed and deleted ones return, those that came
 * since go. Ignored files, files that were untracked then, repositories inside the work tree, index,
 * HEAD and branches stay as they are.
 * @throws {NotARepository} `cwd` lies in no work tree
 * @throws {GitFailed} the commit is gone, or git refused
 */
export declare function restoreGitSnapshot(options: RestoreOptions): Promise<Restored>;
export {};
