import { statSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, type UnreadFile } from "../files-below.js";
import { isSessionName } from "../session-files.js";
import { listedFile, type ListedFile } from "./listed-file.js";

/**
 * Every session's file of a Codex home: in its `sessions` and `archived_sessions`, or in the folder
 * itself where it has neither.
 * @param onUnread told of each folder in it that cannot be read
 */
export function* codexFiles(
  folder: string,
  onUnread: (unread: UnreadFile) => void,
): Generator<ListedFile, void, undefined> {
  const homes = ["sessions", "archived_sessions"].map((name) => join(folder, name));
  const found = homes.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  for (const root of found.length > 0 ? found : [folder]) {
    for (const entry of filesBelow(root, onUnread)) {
      if (!entry.isFile() || !isSessionName(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const file = listedFile(path, path, false);
      if (file !== undefined) yield file;
    }
  }
}
