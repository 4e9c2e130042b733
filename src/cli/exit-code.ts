/** How a command ends: the only three ways. */
export const ExitCode = {
  /** What was asked for is done. */
  done: 0,
  /** The input was damaged or refused; what could be shown was shown. */
  refused: 1,
  /** The command line was wrong; nothing was done. */
  usage: 2,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
