import type { Command } from "commander";
import { ExitCode } from "./exit-code.js";
import { type Output, type OutputStream } from "./output/output.js";
import { type Progress } from "./output/progress.js";
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
/** A shell over streams. A reader that went away (`| head`) ends the process quietly. */
export declare function openShell(streams: Streams, { debug }: {
    readonly debug: boolean;
}): Shell;
/** What each file in `commands/` exports: adds its arguments, options and action to a command. */
export type DeclareCommand = (command: Command, shell: Shell) => void;
