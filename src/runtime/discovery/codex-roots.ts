import { statSync } from "node:fs";
import { join } from "node:path";

/**
 * The folders of a Codex home that hold sessions: `sessions` and `archived_sessions`, or the folder
 * itself where it has neither.
 */
export function codexRoots(folder: string): readonly string[] {
  const roots = ["sessions", "archived_sessions"].map((name) => join(folder, name));
  const found = roots.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  return found.length > 0 ? found : [folder];
}
