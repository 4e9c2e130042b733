import { type PromptInvariant } from "./invariant.js";
/** Asked wherever something is projected: what is thrown is the answer. */
export declare const projects: PromptInvariant;
export declare const promptPairs: PromptInvariant;
export declare const changesNamed: PromptInvariant;
export declare const promptTokens: PromptInvariant;
export declare const promptContinues: PromptInvariant;
