import type { DeclareCommand } from "../shell.js";
/** `refold replay`: a session as people read it. */
export declare const declareReplay: DeclareCommand;
