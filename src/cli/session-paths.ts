import type { Command } from "commander";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { statusAt } from "../sessions/path-refused.js";
import { codexHome, codexRoots } from "../sessions/session-files.js";
import { storeHome } from "../store/jsonl/home.js";
import { pathOption } from "./options.js";

/** The options that name where the sessions of other tools are: a home, or true for the usual one. */
export interface HomesOptions {
  readonly home?: string;
  readonly codex?: string | true;
  readonly claude?: string | true;
  readonly pi?: string | true;
}

/** Declares them for a command that takes any number of sessions. */
export function declareHomes(command: Command): Command {
  return command
    .option("--codex [folder]", "the sessions of a Codex home (CODEX_HOME or ~/.codex)", pathOption)
    .option(
      "--claude [folder]",
      "those of Claude Code (CLAUDE_CONFIG_DIR or ~/.claude)",
      pathOption,
    )
    .option("--pi [folder]", "those of pi (PI_CODING_AGENT_DIR or ~/.pi/agent)", pathOption);
}

/** The folders and files whose sessions are asked for; the store's, when nothing else is named. */
export function sessionPaths(
  named: readonly string[],
  { home, codex, claude, pi }: HomesOptions,
): readonly string[] {
  const paths = [...named];
  const add = (asked: string | true | undefined, rootsOf: (folder: string | true) => string[]) => {
    if (asked === undefined) return;
    // A file after the option is what to read: no home is a file.
    const isFile = asked !== true && statusAt(asked)?.isFile() === true;
    if (isFile) paths.push(asked);
    paths.push(...rootsOf(isFile ? true : asked));
  };
  add(codex, (asked) => [...codexRoots(codexHome(asked))]);
  add(claude, (asked) => [claudeRoot(asked)]);
  add(pi, (asked) => [piRoot(asked)]);
  if (paths.length > 0) return paths;
  const store = join(storeHome(home), "threads");
  return existsSync(store) ? [store] : []; // nothing was recorded yet
}

function claudeRoot(asked: string | true): string {
  const { CLAUDE_CONFIG_DIR } = process.env;
  return join(asked === true ? CLAUDE_CONFIG_DIR || join(homedir(), ".claude") : asked, "projects");
}

/** Of what a person names, the folder with the sessions: of `~/.pi`, of `~/.pi/agent`, or itself. */
function piRoot(asked: string | true): string {
  const { PI_CODING_AGENT_DIR } = process.env;
  const folder = asked === true ? PI_CODING_AGENT_DIR || join(homedir(), ".pi", "agent") : asked;
  const roots = [join(folder, "sessions"), join(folder, "agent", "sessions")];
  return (
    roots.find((root) => existsSync(root)) ?? (asked === true ? join(folder, "sessions") : folder)
  );
}
