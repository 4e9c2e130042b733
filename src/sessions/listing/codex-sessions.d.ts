import { type UnreadFile } from "../session-files.js";
import { type DeriveListeners } from "./derive.js";
import { type ListedFile } from "./listed-files.js";
import { type ThreadSummary } from "./thread-summary.js";
/**
 * Every session of a Codex home; how often each was forked is not counted. The index stands in our own
 * home: nothing is written there.
 * @throws {FileNotFound} there is no such folder @throws {InvalidArgument} it is a file
 */
export declare function listCodex(home: string, { codex, ...listeners }: DeriveListeners & {
    readonly codex: string | true;
}): Promise<ThreadSummary[]>;
/**
 * Every session's file of a Codex home: in its `sessions` and `archived_sessions`, or in the folder
 * itself where it has neither. Links to files are followed.
 * @param onUnread told of each folder in it that cannot be read, and of each file that cannot be named
 */
export declare function codexFiles(folder: string, onUnread: (unread: UnreadFile) => void): Generator<ListedFile, void, undefined>;
