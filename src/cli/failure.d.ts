import type { Session } from "../sessions/session.js";
import { ExitCode } from "./exit-code.js";
import type { Shell } from "./shell.js";
/**
 * Says on stderr what went wrong and what can be done about it. A stack is for those who ask.
 * @returns the exit code
 */
export declare function reportFailure(thrown: unknown, shell: Shell): Promise<ExitCode>;
/** Says on stderr where a session was damaged, if it was; the command then ends with 1. */
export declare function refuseDamage(session: Session, shell: Shell): void;
