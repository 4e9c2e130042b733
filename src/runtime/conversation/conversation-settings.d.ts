import type { FactOf } from "../../events/event.js";
import { type ModelTable } from "../../models/find-model.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { type BudgetOptions, type BudgetSettings } from "./conversation-budget.js";
declare const PROVIDERS: readonly ["openai", "openai-responses", "openai-chat", "anthropic", "google"];
/** The provider that a conversation uses; `openai` is short for `openai-responses`. */
export type ConversationProvider = (typeof PROVIDERS)[number];
declare const STRATEGIES: readonly ["sliding-window", "summarize", "priority"];
/**
 * How a conversation that outgrows its budget is made to fit: the oldest messages go; a summary takes
 * their place; or what is not protected goes first (the first user message and the newest three, calls
 * with their results, and images are).
 */
export type TruncationStrategy = (typeof STRATEGIES)[number];
/** A conversation's settings; recorded as `thread.configured`, so that its id is enough to load it. */
export interface ConversationSettings {
    readonly provider: ConversationProvider;
    readonly model: string;
    readonly strategy: TruncationStrategy;
    readonly budget: BudgetSettings;
}
/** What is to be set; what is absent stays as it was. */
export interface SettingsChange {
    readonly provider?: string;
    readonly model?: string;
    readonly strategy?: string;
    readonly budget?: BudgetOptions;
}
/**
 * Settings after a change; `before` is null for a new conversation.
 * @throws {UnknownProvider} @throws {UnknownModel} @throws {InvalidArgument}
 */
export declare function changedSettings(before: ConversationSettings | null, change: SettingsChange, models?: ModelTable): ConversationSettings;
/** Whether the next request goes to another model. */
export declare function isOtherModel(before: Pick<ConversationSettings, "provider" | "model">, after: Pick<ConversationSettings, "provider" | "model">): boolean;
/**
 * The settings as an event; none where nothing changed. `strategy` and `limits` are what compactions
 * of the thread use.
 */
export declare function configuredFacts(before: ConversationSettings | null, settings: ConversationSettings): readonly FactOf<"thread.configured">[];
/** @throws {InvalidArgument} the thread is no conversation, or was configured in another form */
export declare function readSettings({ thread }: ThreadState): ConversationSettings;
export {};
