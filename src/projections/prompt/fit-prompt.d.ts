import type { FactOf } from "../../events/event.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type TokenEstimator } from "../tokens/token-estimator.js";
import type { Prompt } from "./prompt.js";
export type FitStrategy = "sliding-window" | "priority";
export interface FitOptions {
    readonly strategy: FitStrategy;
    /** Instructions and items together may take so many. */
    readonly maxTokens: number;
    /** What counts; absent: the coarse estimate. */
    readonly estimator?: TokenEstimator;
    /** For `priority`: how many of the newest user messages are protected; absent: 3. */
    readonly recentUserMessages?: number;
    /** Items that never go, nor what is paired with them. */
    readonly spare?: readonly ItemRef[];
}
/** An item that would go. */
interface TrimmedItem {
    readonly ref: ItemRef;
    readonly type: string;
    readonly tokens: number;
}
export interface FittedPrompt {
    readonly strategy: FitStrategy;
    /** What is left, with what went in `repairs`; the same prompt when it fitted already. */
    readonly prompt: Prompt;
    /** Oldest first; an inserted output goes with its call and is not listed. */
    readonly trimmed: readonly TrimmedItem[];
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    /** False: what may not go (instructions, the request's own fragments, `spare`) is too much. */
    readonly fits: boolean;
}
/**
 * Fits a prompt into a budget without a model, by leaving out whole items, calls together with their
 * outputs; instructions, the request's fragments and what is to be spared never. Nothing is changed: to make it last, write
 * `toTrimmedFact` to the thread.
 * @throws {InvalidArgument} `maxTokens` is not a whole number above 0
 */
export declare function fitPrompt(prompt: Prompt, options: FitOptions): FittedPrompt;
/**
 * The fact that makes a fitting last: written to the thread, the items leave its ledger. The baseline
 * goes with the first item that told a fact of it (law 7).
 * @param state the state that the prompt was projected from
 * @returns null when nothing has to go
 */
export declare function toTrimmedFact(fitted: FittedPrompt, state: ThreadState): FactOf<"history.trimmed"> | null;
export {};
