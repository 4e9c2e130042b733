import { statSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, type UnreadFile } from "../files-below.js";
import { FileNotFound } from "../file-not-found.js";
import { isSessionName } from "../session-files.js";
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
  const homes = ["sessions", "archived_sessions"].map((name) => join(folder, name));
  const found = homes.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  for (const root of found.length > 0 ? found : [folder]) {
    for (const entry of filesBelow(root, onUnread)) {
      const isLink = entry.isSymbolicLink();
      if (!(entry.isFile() || isLink) || !isSessionName(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      if (isLink && statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
      const file = listedFile(path, path, false);
      if (file !== undefined) yield file;
      // Bytes that are no UTF-8 come back as U+FFFD, and nothing is found by that name.
      else if (path.includes("\ufffd")) onUnread({ path, error: new FileNotFound(path) });
    }
  }
}
