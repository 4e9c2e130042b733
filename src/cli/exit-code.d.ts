/** How a command ends: one of three ways, unless somebody ends it. */
export declare const ExitCode: {
    /** What was asked for is done. */
    readonly done: 0;
    /** The input was damaged or refused; what could be shown was shown. */
    readonly refused: 1;
    /** The command line was wrong; nothing was done. */
    readonly usage: 2;
    /** Ctrl-C ended it: 128 and the signal's number, as shells say it. */
    readonly interrupted: 130;
};
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
