import { join } from "node:path";
import { codexRoots } from "../codex-home.js";
import { filesBelow, type UnreadFile } from "../files-below.js";
import { FileNotFound } from "../file-not-found.js";
import { pathRefused } from "../path-refused.js";
import { isSessionName } from "../session-files.js";
import { statusAt } from "../status-at.js";
import { listedFile, type ListedFile } from "./listed-file.js";

/**
 * Every session's file of a Codex home: in its `sessions` and `archived_sessions`, or in the folder
 * itself where it has neither. Links to files are followed.
 * @param onUnread told of each folder in it that cannot be read, and of each file that cannot be named
 */
export function* codexFiles(
  folder: string,
  onUnread: (unread: UnreadFile) => void,
): Generator<ListedFile, void, undefined> {
  for (const root of codexRoots(folder)) {
    for (const entry of filesBelow(root, onUnread)) {
      const isLink = entry.isSymbolicLink();
      if (!(entry.isFile() || isLink) || !isSessionName(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const file = sessionFile(path, { isLink, onUnread });
      if (file !== undefined) yield file;
    }
  }
}

interface Look {
  readonly isLink: boolean;
  readonly onUnread: (unread: UnreadFile) => void;
}

function sessionFile(path: string, { isLink, onUnread }: Look): ListedFile | undefined {
  try {
    if (isLink && statusAt(path)?.isFile() !== true) return undefined;
    const file = listedFile(path, path, false);
    // Bytes that are no UTF-8 come back as U+FFFD, and nothing is found by that name.
    if (file === undefined && path.includes("\ufffd")) throw new FileNotFound(path);
    return file;
  } catch (error) {
    onUnread({ path, error: pathRefused(path, error) });
    return undefined;
  }
}
