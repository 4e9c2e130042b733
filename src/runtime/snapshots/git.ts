import { isRefoldError, RefoldError } from "../../errors.js";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** git is not installed, or refused a step. */
function gitFailed(
  step: string,
  detail: string,
  options?: ErrorOptions,
): RefoldError<"git-failed"> {
  const message = `git ${step} failed: ${detail}`;
  return new RefoldError("git-failed", { step, detail }, { message }, options);
}

export interface GitOptions {
  readonly cwd: string;
  /** Another index file than the repository's own, which is never touched. */
  readonly indexFile?: string;
  readonly input?: string;
}

/**
 * What names a repository, or changes how paths are read, in the environment that git's own hooks and
 * `git rebase --exec` hand on (`git rev-parse --local-env-vars`). The folder alone says which is meant.
 */
const OF_ANOTHER_CALL: ReadonlySet<string> = new Set([
  ...["GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_PREFIX"],
  ...["GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"],
  ...["GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE", "GIT_NO_REPLACE_OBJECTS"],
  ...["GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS"],
  ...["GIT_ICASE_PATHSPECS"],
]);

/**
 * Runs git and gives back what it printed. Hooks, signing and the user's aliases play no part in the
 * plumbing commands that are run here.
 * @throws {RefoldError} `git-failed`: git is missing or exited with an error
 */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  const step = args.find((arg) => !arg.startsWith("-")) ?? "";
  const child = spawn("git", args, {
    cwd: options.cwd,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...inheritedEnvironment(),
      ...(options.indexFile === undefined ? {} : { GIT_INDEX_FILE: options.indexFile }),
      GIT_AUTHOR_NAME: "refold",
      GIT_AUTHOR_EMAIL: "refold@localhost",
      GIT_COMMITTER_NAME: "refold",
      GIT_COMMITTER_EMAIL: "refold@localhost",
      GIT_TERMINAL_PROMPT: "0",
      LC_ALL: "C",
    },
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", (cause) => {
      reject(gitFailed(step, "git could not be started; is it installed?", { cause }));
    });
    child.once("close", (code) => {
      resolve(code ?? 1);
    });
  });
  child.stdin.on("error", () => undefined); // git may exit before it has read everything: its code tells
  child.stdin.end(options.input ?? "");
  const [output, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  if (code !== 0) throw gitFailed(step, complaint.trim().split("\n")[0] ?? `exit code ${code}`);
  return output;
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !OF_ANOTHER_CALL.has(name)),
  );
}

/** The parts of a `-z` listing. */
export function splitNul(listing: string): readonly string[] {
  return listing.split("\0").filter((part) => part !== "");
}

/**
 * The top folder of the work tree that a folder is in.
 * @throws {RefoldError} `not-a-repository`: none
 */
export async function workTreeRoot(cwd: string): Promise<string> {
  try {
    return (await git(["rev-parse", "--show-toplevel"], { cwd })).replace(/\n$/, "");
  } catch (error) {
    if (!isRefoldError(error, "git-failed") || error.cause !== undefined) throw error;
    const message = `${cwd} is not in a git work tree`;
    const remedy = "Run `git init` there, or go on without snapshots.";
    throw new RefoldError("not-a-repository", { folder: cwd }, { message, remedy });
  }
}
