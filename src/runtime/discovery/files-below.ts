import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { pathRefused } from "./path-refused.js";

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
export function* filesBelow(
  folder: string,
  onUnread: (unread: UnreadFile) => void,
): Generator<Dirent, void, undefined> {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    onUnread({ path: folder, error: pathRefused(folder, error) });
    return;
  }
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name), onUnread);
    else yield entry;
  }
}
