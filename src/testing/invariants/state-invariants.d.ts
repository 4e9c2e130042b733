import { type StateInvariant } from "./invariant.js";
export declare const ledgerOrder: StateInvariant;
export declare const ledgerTotals: StateInvariant;
export declare const countedBytes: StateInvariant;
export declare const usageParts: StateInvariant;
export declare const baselineTold: StateInvariant;
