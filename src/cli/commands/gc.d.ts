import type { DeclareCommand } from "../shell.js";
/** `refold gc`: removes the blobs that no thread names. */
export declare const declareGarbage: DeclareCommand;
