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
