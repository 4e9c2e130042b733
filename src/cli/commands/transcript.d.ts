import type { DeclareCommand } from "../shell.js";
/** `refold transcript`: the whole conversation, to read or to pass on. */
export declare const declareTranscript: DeclareCommand;
