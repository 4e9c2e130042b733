import { ExitCode } from "./exit-code.js";
import { openOutput, type Output } from "./output/output.js";
import { openProgress, type Progress } from "./output/progress.js";

/** What a command works with: where it writes, and how it ends. */
export interface Shell {
  readonly output: Output;
  /** For messages beside the result; never where the result goes. */
  readonly messages: Output;
  /** On stderr, and only on a terminal. */
  readonly progress: Progress;
  readonly debug: boolean;
  /** How the command ends if nothing is thrown. */
  exitCode: ExitCode;
}

/** The shell of this process. A reader that went away (`| head`) ends the process quietly. */
export function openShell({ debug }: { readonly debug: boolean }): Shell {
  const endQuietly = (error: NodeJS.ErrnoException): void => {
    if (error.code === "EPIPE") process.exit(ExitCode.done);
    throw error;
  };
  process.stdout.on("error", endQuietly);
  process.stderr.on("error", endQuietly);
  return {
    output: openOutput(process.stdout),
    messages: openOutput(process.stderr),
    progress: openProgress(process.stderr),
    debug,
    exitCode: ExitCode.done,
  };
}
