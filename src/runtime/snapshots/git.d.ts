export interface GitOptions {
    readonly cwd: string;
    /** Another index file than the repository's own, which is never touched. */
    readonly indexFile?: string;
    readonly input?: string;
}
/**
 * Runs git and gives back what it printed. Hooks, signing and the user's aliases play no part in the
 * plumbing commands that are run here.
 * @throws {GitFailed} git is missing or exited with an error
 */
export declare function git(args: readonly string[], options: GitOptions): Promise<string>;
/** The parts of a `-z` listing. */
export declare function splitNul(listing: string): readonly string[];
/**
 * The top folder of the work tree that a folder lies in.
 * @throws {NotARepository} none
 */
export declare function workTreeRoot(cwd: string): Promise<string>;
