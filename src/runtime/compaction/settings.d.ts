import type { ThreadState } from "../../reducers/thread-state.js";
export declare const STRATEGIES: readonly ["summary", "clear-outputs", "sliding-window", "priority", "auto"];
export type CompactionStrategyName = (typeof STRATEGIES)[number];
/** `limits` of `thread.configured`, as compaction reads it. Counts in tokens. */
export interface ThreadLimits {
    /** Compaction is due at this total; the model's own limit goes before where it is lower. */
    readonly compactAt?: number;
    /** The same for single models, by id. */
    readonly compactAtByModel?: Readonly<Record<string, number>>;
    /** How many tokens of user messages a summary keeps beside it; default 20,000. */
    readonly keptMessages?: number;
}
/** `strategy` of `thread.configured`: a name, or more. */
export type ThreadStrategy = CompactionStrategyName | {
    /** Default: `summary`. */
    readonly name?: CompactionStrategyName;
    /** How many of the newest outputs `clear-outputs` leaves; default 3. */
    readonly keepOutputs?: number;
    readonly templates?: Partial<CompactionTemplates>;
};
/** What a thread's compactions go by. */
export interface CompactionSettings {
    readonly strategy: CompactionStrategyName;
    readonly compactAt: number | null;
    readonly compactAtByModel: ReadonlyMap<string, number>;
    readonly keptMessagesTokens: number;
    readonly keepOutputs: number;
    readonly templates: CompactionTemplates;
}
/**
 * A thread's settings, with the defaults where it says nothing.
 * @throws {InvalidArgument} `limits` or `strategy` was configured in another form
 */
export declare function compactionSettings({ thread }: ThreadState): CompactionSettings;
/** The limit that is configured for a model: the thread's or the model's own, the lower one. */
export declare function configuredLimit({ compactAt, compactAtByModel }: CompactionSettings, model: string | null): number | null;
/**
 * The texts of a compaction. Data: each can be replaced per thread (`limits` and `strategy` of
 * `thread.configured`) or per call.
 */
export interface CompactionTemplates {
    /** What asks the model for the summary; stands in that one request and never in the ledger. */
    readonly prompt: string;
    /** Stands before the summary, on lines of its own. */
    readonly summaryPrefix: string;
    /** Stands for a tool's output that was cleared. */
    readonly clearedOutput: string;
}
export declare const COMPACTION_TEMPLATES: CompactionTemplates;
