import type { DeclareCommand } from "../shell.js";
/** `refold models`: what is known of each model, or of one. */
export declare const declareModels: DeclareCommand;
