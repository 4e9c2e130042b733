import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { codexHome, codexRoots } from "../../runtime/discovery/codex-home.js";
import { storeHome } from "../../store/jsonl/store-home.js";

export interface PathOptions {
  /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
  readonly home?: string;
  /** A Codex home, or true for the usual one. */
  readonly codex?: string | true;
  /** A Claude Code home, or true for the usual one. */
  readonly claude?: string | true;
}

/** The folders and files whose sessions are asked for; the store's, when nothing else is named. */
export function sessionPaths(
  named: readonly string[],
  { home, codex, claude }: PathOptions,
): readonly string[] {
  const { CLAUDE_CONFIG_DIR } = process.env;
  const paths = [...named];
  if (codex !== undefined) paths.push(...codexRoots(codexHome(codex)));
  if (claude !== undefined) {
    const folder = claude === true ? CLAUDE_CONFIG_DIR || join(homedir(), ".claude") : claude;
    paths.push(join(folder, "projects"));
  }
  if (paths.length > 0) return paths;
  const store = join(storeHome(home), "threads");
  return existsSync(store) ? [store] : []; // nothing was recorded yet
}
