import { type LogInvariant } from "./invariant.js";
export declare const outputsBounded: LogInvariant;
export declare const imagesOnce: LogInvariant;
export declare const blobsKept: LogInvariant;
export declare const forgettingNamed: LogInvariant;
export declare const checkpointsWhole: LogInvariant;
