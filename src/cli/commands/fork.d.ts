import type { DeclareCommand } from "../shell.js";
/** `refold fork`: a new thread that shares the beginning of another, by reference. */
export declare const declareFork: DeclareCommand;
