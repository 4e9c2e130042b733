import { type LogInvariant } from "./invariant.js";
export declare const oneDefinition: LogInvariant;
export declare const resumeIsReplay: LogInvariant;
export declare const foldsPurely: LogInvariant;
