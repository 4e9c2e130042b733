import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { RefoldError } from "../../errors.js";

/** How `less` looks where nobody has said it: it ends if all fits, shows colours, and leaves the text. */
const LESS = "FRX";

/**
 * The pager that is wanted: `REFOLD_PAGER`, else `PAGER`, else `less` where it is installed.
 * @returns null: the output goes to the stream itself, as always where that is no terminal
 */
export function pagerCommand(
  { isTTY }: { readonly isTTY?: boolean | undefined },
  environment: NodeJS.ProcessEnv,
): string | null {
  const { REFOLD_PAGER, PAGER, TERM, PATH = "" } = environment;
  if (isTTY !== true || TERM === "dumb") return null;
  const named = (REFOLD_PAGER ?? PAGER)?.trim();
  if (named !== undefined) return named === "" || named === "cat" ? null : named;
  const isThere = PATH.split(delimiter).some((folder) => existsSync(join(folder, "less")));
  return isThere ? "less" : null;
}

/** A pager that runs. */
export interface Pager {
  readonly stream: NodeJS.WritableStream;
  /** Ends its input. @throws {RefoldError} `invalid-argument`: its command could not be run */
  readonly close: () => Promise<void>;
}

/** What a shell ends with that did not find a command, or might not run it. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

/**
 * Starts a pager on the terminal. Ctrl-C is the pager's until it ends.
 * @param onQuit called when it ends before its input does
 */
export function openPager(command: string, onQuit: () => void): Pager {
  const { LESS: less = LESS } = process.env;
  const env = { ...process.env, LESS: less };
  const child = spawn(command, { shell: true, env, stdio: ["pipe", "inherit", "inherit"] });
  let isEnded = false;
  process.on("SIGINT", ignore);
  child.stdin.on("error", ignore); // it went away; how it ended says whether that is an error
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      process.off("SIGINT", ignore);
      if (NOT_RUN.includes(code)) {
        const message = `the pager cannot be run: ${command}`;
        const remedy = "Set REFOLD_PAGER or PAGER to another one, or say --no-pager.";
        reject(new RefoldError("invalid-argument", {}, { message, remedy }));
        return;
      }
      resolve();
      if (!isEnded) onQuit();
    });
  });
  ended.catch(ignore); // who closes it gets the failure
  return {
    stream: child.stdin,
    close: () => {
      isEnded = true;
      child.stdin.end();
      return ended;
    },
  };
}

function ignore(): void {
  return;
}
