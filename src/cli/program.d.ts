import { ExitCode } from "./exit-code.js";
import { type Streams } from "./shell.js";
/**
 * Parses a command line and runs what it names. Only the modules of that command are loaded.
 * @param words the arguments behind `refold`
 */
export declare function runProgram(words: readonly string[], streams?: Streams): Promise<ExitCode>;
