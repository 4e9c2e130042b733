import type { DeclareCommand } from "../shell.js";
/** `refold detach`: lets a fork stand alone. */
export declare const declareDetach: DeclareCommand;
