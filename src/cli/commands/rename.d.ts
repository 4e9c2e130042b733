import type { DeclareCommand } from "../shell.js";
/** `refold rename`: gives a thread a title. */
export declare const declareRename: DeclareCommand;
