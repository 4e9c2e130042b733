import { type Dirent } from "node:fs";
/** A file that may hold a session; its content tells. */
export interface SessionFile {
    readonly path: string;
    readonly sizeBytes: number;
}
interface FoundFiles {
    /** Each once, sorted by path. */
    readonly files: readonly SessionFile[];
    readonly unread: readonly UnreadFile[];
}
/** Whether a file of this name, found in a folder, may hold a session. */
export declare function isSessionName(name: string): boolean;
/**
 * The files that paths name: a file as it is, of a folder all that are named as sessions are, at any
 * depth. Links to files are followed, links to folders are not. What cannot be looked at is listed.
 */
export declare function findSessionFiles(paths: readonly string[]): FoundFiles;
/** A file or folder that could not be looked at, and why. */
export interface UnreadFile {
    readonly path: string;
    readonly error: unknown;
}
/**
 * What lies in a folder, at any depth, but for the folders themselves. Links are among it, and not
 * followed: one may lead back to where it stands.
 * @param onUnread told of each folder that cannot be read; what lies beside it is found all the same
 */
export declare function filesBelow(folder: string, onUnread: (unread: UnreadFile) => void): Generator<Dirent, void, undefined>;
/** The folder that was asked for; true: Codex's own, `CODEX_HOME`, else `~/.codex`. */
export declare function codexHome(asked: string | true): string;
/**
 * The folders of a Codex home that hold sessions: `sessions` and `archived_sessions`, or the folder
 * itself where it has neither.
 */
export declare function codexRoots(folder: string): readonly string[];
export {};
