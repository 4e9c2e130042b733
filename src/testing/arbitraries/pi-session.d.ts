import fc from "fast-check";
import type { JsonObject } from "../../events/primitives.js";
/**
 * pi sessions that can exist, of each version: entries one behind the other, or in a tree in which the
 * user goes back to any earlier entry, with compactions that keep from any entry on, commands that the
 * user ran, texts of extensions, and entries that show the model nothing. Lines may come twice.
 */
export declare function piSession(options?: {
    readonly maxSteps?: number;
}): fc.Arbitrary<readonly JsonObject[]>;
