import type { Command } from "commander";
import { openOutput, type Output, type OutputStream } from "./output/output.js";
import type { Pager } from "./output/pager.js";
import { localTimes } from "./output/times.js";
import { utcTimes } from "../projections/figures.js";
import { openProgress, type Progress } from "./output/progress.js";

/** Where a command writes: the process's own streams, or a test's. */
export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** What a command works with: where it writes, and how it ends. */
export interface Shell extends Streams {
  readonly output: Output;
  /** For messages beside the result; never where the result goes. */
  readonly messages: Output;
  /** On stderr, and only on a terminal. */
  readonly progress: Progress;
  readonly debug: boolean;
  /** How the command ends if nothing is thrown. */
  exitCode: ExitCode;
}

interface ShellOptions {
  readonly debug: boolean;
  readonly utc: boolean;
}

/** A shell over streams. A reader that went away (`| head`) ends the process quietly. */
export function openShell(streams: Streams, { debug, utc }: ShellOptions): Shell {
  streams.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(ExitCode.done);
    streams.stderr.write(`refold: the output cannot be written: ${error.message}\n`);
    process.exit(ExitCode.refused);
  });
  // There is nowhere left to say it.
  streams.stderr.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? ExitCode.done : ExitCode.refused);
  });
  const times = utc ? utcTimes : localTimes();
  let isPaging = false;
  const loadPager = async (): Promise<(() => Pager) | null> => {
    const { openPager, pagerCommand } = await import("./output/pager.js");
    const command = pagerCommand(streams.stdout, process.env);
    if (command === null) return null;
    return () => {
      isPaging = true;
      return openPager(command, () => {
        void shell.messages.flush().then(() => process.exit(shell.exitCode));
      });
    };
  };
  const shell: Shell = {
    ...streams,
    output: openOutput(streams.stdout, { times, loadPager }),
    messages: openOutput(streams.stderr, { times, isHeld: () => isPaging }),
    progress: openProgress(streams.stderr),
    debug,
    exitCode: ExitCode.done,
  };
  return shell;
}

/** What each file in `commands/` exports: adds its arguments, options and action to a command. */
export type DeclareCommand = (command: Command, shell: Shell) => void;

/** How a command ends: one of three ways, unless somebody ends it. */
export const ExitCode = {
  /** What was asked for is done. */
  done: 0,
  /** The input was damaged or refused; what could be shown was shown. */
  refused: 1,
  /** The command line was wrong; nothing was done. */
  usage: 2,
  /** Ctrl-C ended it: 128 and the signal's number, as shells say it. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
