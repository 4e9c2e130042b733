import fc from "fast-check";
import type { Item } from "../../events/item.js";
import { type ImageWeight } from "./texts.js";
/** A call and the output that answers it, with the same id. */
export type CallPair = readonly [call: Item, output: Item];
/** Calls of every kind that Refold pairs, each with its output. */
export declare function callPairs(ids?: fc.Arbitrary<string>, weights?: ImageWeight): fc.Arbitrary<CallPair>;
