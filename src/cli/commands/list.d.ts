import type { ThreadSummary } from "../../sessions/listing/thread-summary.js";
import type { Output } from "../output/output.js";
import type { DeclareCommand } from "../shell.js";
/** `refold list`: the threads of the store, the last changed first. */
export declare const declareList: DeclareCommand;
type Width = Pick<Output, "columns" | "styles">;
/**
 * Two lines a thread: what it is called, and below it the figures. Most titles do not need what measures
 * every script, so it is loaded for the first that does: then, and only then, there is a promise.
 */
export declare function threadLines(thread: ThreadSummary, shortId: string, output: Width): string | Promise<string>;
/** For each id the shortest beginning, of ten characters at least, that no other one has. */
export declare function shortIds(ids: readonly string[]): ReadonlyMap<string, string>;
/**
 * What the threads of a list used in place of a model that none of them did: the models that are
 * spelled most like it, else some of all; none when it is not the model that nothing was found for.
 */
export declare function likelyModels(threads: readonly ThreadSummary[], wanted: string): readonly string[];
export {};
