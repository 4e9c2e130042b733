import type { ItemRef } from "../events/primitives.js";
import type { LedgerState } from "./thread-state.js";
/** Which items are edited, and what stands in their place. */
interface Edit {
    readonly refs: readonly ItemRef[];
    readonly placeholder: string;
}
/** Takes the named items out. Refs that are not there (any more) are passed over. */
export declare function removeEntries(state: LedgerState, refs: readonly ItemRef[]): LedgerState;
/** Puts a placeholder for the outputs of the named items; other items are passed over. */
export declare function clearOutputs(state: LedgerState, { refs, placeholder }: Edit): LedgerState;
/** Puts a text for each image in the outputs of the named items; others are passed over. */
export declare function replaceImages(state: LedgerState, { refs, placeholder }: Edit): LedgerState;
export {};
