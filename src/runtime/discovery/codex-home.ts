import { homedir } from "node:os";
import { join } from "node:path";
import { statusAt } from "./status-at.js";

/** The folder that was asked for; true: Codex's own, `CODEX_HOME`, else `~/.codex`. */
export function codexHome(asked: string | true): string {
  if (asked !== true) return asked;
  const { CODEX_HOME } = process.env;
  return CODEX_HOME === undefined || CODEX_HOME === "" ? join(homedir(), ".codex") : CODEX_HOME;
}

/**
 * The folders of a Codex home that hold sessions: `sessions` and `archived_sessions`, or the folder
 * itself where it has neither.
 */
export function codexRoots(folder: string): readonly string[] {
  const roots = ["sessions", "archived_sessions"].map((name) => join(folder, name));
  const found = roots.filter((path) => statusAt(path)?.isDirectory());
  return found.length > 0 ? found : [folder];
}
