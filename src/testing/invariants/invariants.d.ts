import type { Invariant } from "./invariant.js";
/** All that is known to hold: the laws in their order, then the rules of the providers' APIs. */
export declare const INVARIANTS: readonly Invariant[];
/**
 * The invariants of these names, in the order of the built-in ones.
 * @param names whole names, or first parts for all that begin so; absent: all
 * @param own beside the built-in ones
 * @throws {InvalidArgument} there is none of such a name, or two have the same
 */
export declare function selectInvariants(names: readonly string[] | undefined, own?: readonly Invariant[]): readonly Invariant[];
