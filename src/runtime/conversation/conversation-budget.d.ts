import type { ToolDeclaration } from "../../events/thread.js";
import type { ModelInfo } from "../../models/model-info.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";
/** How much a conversation may fill. In tokens. */
export interface BudgetOptions {
    /** Input and answer together. Default: the model's context window. */
    readonly window?: number;
    /** Kept free for system prompt and tools; more where they take more. Default: 2,000. */
    readonly reservedForSystem?: number;
    /** Kept free for the answer. Default: 4,000. */
    readonly reservedForResponse?: number;
}
/** What a conversation goes by. In tokens. */
export interface BudgetSettings extends Required<BudgetOptions> {
    /** True: the owner set the window; another model takes it over as far as its own goes. */
    readonly ownWindow: boolean;
}
/** What a conversation has to fill, and how that is shared out. In tokens. */
export interface ConversationBudget extends Required<BudgetOptions> {
    /** What the messages may take in all. */
    readonly available: number;
}
/**
 * Settles what options leave open: from the settings so far, the model, the defaults. A window that
 * was asked for stays under another model as far as that model's goes.
 * @throws {InvalidArgument} a figure is none, or nobody knows the model's window
 */
export declare function settleBudget(asked: BudgetOptions, model: ModelInfo, before?: BudgetSettings | null): BudgetSettings;
/**
 * What is available for messages: the window without the answer's share (or the longest input that
 * the model takes, where that is less), without what system prompt and tools take: their reservation,
 * or more.
 * @throws {BudgetTooSmall} nothing is
 */
export declare function budgetOf({ window, reservedForSystem, reservedForResponse }: BudgetSettings, systemTokens: number, { maxInputTokens }: Pick<ModelInfo, "maxInputTokens">): ConversationBudget;
/** What a system prompt and tools take, in tokens. */
export declare function systemTokens({ text, tools }: {
    readonly text: string;
    readonly tools: readonly ToolDeclaration[];
}, estimator: TokenEstimator): number;
