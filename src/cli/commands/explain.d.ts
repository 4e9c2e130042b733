import type { DeclareCommand } from "../shell.js";
/** `refold explain`: who put each part of the next prompt there, for how long, and where. */
export declare const declareExplain: DeclareCommand;
