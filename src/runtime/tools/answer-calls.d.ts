import { type ToolCallItem } from "../../events/calls.js";
import type { Item } from "../../events/item.js";
import type { ResponseItem } from "../../projections/providers/provider.js";
import { type Tool } from "./tool.js";
/** The calls of an answer that the client has to answer, in order. */
export declare function callsToAnswer(items: readonly ResponseItem[]): readonly ToolCallItem[];
/**
 * Answers calls: all at once, unless one of their tools must run alone. Outputs come in the order of
 * the calls, each as soon as those before it are there.
 */
export declare function answerCalls(calls: readonly ToolCallItem[], tools: readonly Tool[], limits: CallLimits & {
    readonly parallel: boolean;
}): AsyncGenerator<CallOutput, undefined>;
/** The output of a call, ready to be recorded. */
export interface CallOutput {
    readonly item: Extract<Item, {
        type: `${string}_output`;
    }>;
    readonly failed: boolean;
}
/** How long, and until when. */
interface CallLimits {
    readonly turn: string;
    /** For tools without a limit of their own, in milliseconds; `Infinity`: none. */
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
}
export {};
