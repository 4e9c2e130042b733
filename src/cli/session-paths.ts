import type { Command } from "commander";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { statusAt } from "../sessions/path-refused.js";
import { HOME_TOOLS, sessionRoots, type ToolHomes } from "../sessions/session-files.js";
import { homeFolder, storeHome } from "../store/jsonl/home.js";
import { folderOption } from "./options.js";

/** The options that name where the sessions of other tools are: a home, or true for the usual one. */
export interface HomesOptions extends ToolHomes {
  readonly home?: string;
}

/** Declares them for a command that takes any number of sessions. */
export function declareHomes(command: Command): Command {
  return command
    .option(
      "--codex [folder]",
      "the sessions of a Codex home (CODEX_HOME or ~/.codex)",
      folderOption,
    )
    .option(
      "--claude [folder]",
      "those of Claude Code (CLAUDE_CONFIG_DIR or ~/.claude)",
      folderOption,
    )
    .option("--pi [folder]", "those of pi (PI_CODING_AGENT_DIR or ~/.pi/agent)", folderOption);
}

/** The folders and files whose sessions are asked for; the store's, when nothing else is named. */
export function sessionPaths(
  named: readonly string[],
  { home, ...options }: HomesOptions,
): readonly string[] {
  const paths = namedPaths(named, options);
  if (paths.length > 0) return paths;
  const store = join(storeHome(home), "threads");
  return existsSync(store) ? [store] : []; // nothing was recorded yet
}

/** Whether no session is named, and the home is a database: then its threads are asked for. */
export function isDatabaseAsked(
  named: readonly string[],
  { home, ...options }: HomesOptions,
): boolean {
  return namedPaths(named, options).length === 0 && homeFolder(home) === null;
}

/** The same without the store: none, when nothing is named. */
export function namedPaths(named: readonly string[], options: ToolHomes): readonly string[] {
  const { paths, homes } = withoutSwallowed(named, options);
  const roots = HOME_TOOLS.flatMap((tool) => {
    const asked = homes[tool];
    return asked === undefined ? [] : sessionRoots(tool, asked);
  });
  return [...paths, ...roots];
}

/**
 * What is asked for, with each file that an option has swallowed back among the arguments: no home is a
 * file, so `--claude session.jsonl` means the usual home and that file.
 */
export function withoutSwallowed(
  named: readonly string[],
  options: ToolHomes,
): { readonly paths: readonly string[]; readonly homes: ToolHomes } {
  const paths = [...named];
  const homes: { -readonly [Tool in keyof ToolHomes]: ToolHomes[Tool] } = {};
  for (const tool of HOME_TOOLS) {
    const asked = options[tool];
    if (asked === undefined) continue;
    const isFile = asked !== true && statusAt(asked)?.isFile() === true;
    if (isFile) paths.push(asked);
    homes[tool] = isFile ? true : asked;
  }
  return { paths, homes };
}
