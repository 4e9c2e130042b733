import { join } from "node:path";
import { statusAt } from "./status-at.js";

/**
 * The folders of a Codex home that hold sessions: `sessions` and `archived_sessions`, or the folder
 * itself where it has neither.
 */
export function codexRoots(folder: string): readonly string[] {
  const roots = ["sessions", "archived_sessions"].map((name) => join(folder, name));
  const found = roots.filter((path) => statusAt(path)?.isDirectory());
  return found.length > 0 ? found : [folder];
}
