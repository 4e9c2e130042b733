import type { DeclareCommand } from "../shell.js";
/** `refold prompt`: the body of the next request, for any provider and model. */
export declare const declarePrompt: DeclareCommand;
