import type { Bounded, Item, Origin } from "../../events/item.js";
import type { ItemRef, Modality } from "../../events/primitives.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { Sequence } from "../../reducers/thread-state.js";
/**
 * What a prompt is made for. Whatever is absent is taken from the state's running turn or baseline
 * (when they speak of the same model), then from what is known of the model, then from defaults.
 */
export interface PromptTarget {
    /** `openai`, `anthropic`, `google`, or a name of the caller's own. */
    readonly provider?: string;
    readonly model?: string;
    /** What the model can take; an empty list is text alone. */
    readonly modalities?: readonly Modality[];
    /** In tokens. */
    readonly contextWindow?: number;
    /** In tokens. */
    readonly maxOutputTokens?: number;
    /** JSON schema that the answer must satisfy; null: none, whatever the turn says. */
    readonly outputSchema?: unknown;
    /** Reasoning effort, in the provider's word. */
    readonly effort?: string;
}
/** A target with everything settled. */
export interface ResolvedTarget {
    readonly provider: string | null;
    readonly model: string | null;
    readonly modalities: readonly Modality[];
    /** In tokens; null: nobody has named it. */
    readonly contextWindow: number | null;
    /** In tokens; null: nobody has named it. */
    readonly maxOutputTokens: number | null;
    readonly effort: string | null;
    /** What people should know of the model's entry, an unknown model above all; null: nothing. */
    readonly modelNotice: string | null;
}
/** One item of a prompt. */
export interface PromptItem {
    /** As the model is to see it, still in the canonical vocabulary. */
    readonly item: Item;
    /**
     * Where the item was recorded; for an inserted output, where its call was. Null: it stands in this
     * request alone (`PromptOptions.fragments`).
     */
    readonly ref: ItemRef | null;
    readonly origin: Origin;
    /** A tool call that failed: on the output. */
    readonly failed: boolean;
    /** The item's size by docs/semantics.md §7.1, as it stands here. */
    readonly countedBytes: number;
    /** True for a compaction's summary. */
    readonly summary: boolean;
    /**
     * True when the history was edited after this item had been made (compaction, trimming, cleared
     * outputs): reasoning here is bound to a prefix that is gone, and stays out of requests to
     * providers that check it (docs/semantics.md §8.6).
     */
    readonly behindEdit: boolean;
    /** True for an output that the projection inserted for a call without one. */
    readonly inserted: boolean;
    /** Position in the ledger (of the call, for an inserted output); -1 for a fragment. */
    readonly ledgerIndex: number;
    /** What bounding cut from it when it was recorded; null: nothing. */
    readonly bounded: Bounded | null;
    /** In a checkpoint's list: where the item was recorded first; null: nowhere else. */
    readonly source: ItemRef | null;
}
export type PromptRepairKind = "output-inserted" | "orphan-dropped" | "image-replaced" | "image-result-emptied" | "snapshot-left-out" | "trimmed" | "duplicate-dropped" | "reordered" | "id-mapped" | "reasoning-left-out" | "empty-dropped" | "turned-into-text" | "left-out" | "blob-missing" | "role-changed" | "turn-inserted" | "signature-inserted" | "tool-inserted" | "setting-left-out";
/** One difference between the ledger and what the model gets. */
export interface PromptRepair {
    readonly kind: PromptRepairKind;
    /** The item concerned; for an inserted output, its call. Null: no item of the ledger. */
    readonly ref: ItemRef | null;
    /** For people: what and why. Names kinds, ids and counts, never content. */
    readonly reason: string;
}
/** Everything a model gets, in the canonical vocabulary: what the serializers make bodies from. */
export interface Prompt {
    /** Base instructions; empty: none. */
    readonly instructions: string;
    /** Oldest first. */
    readonly items: Sequence<PromptItem>;
    readonly tools: readonly ToolDeclaration[];
    /** JSON schema of the answer; undefined: free form. */
    readonly outputSchema: unknown;
    /** Every change made on the way from the ledger, in the ledger's order. */
    readonly repairs: Sequence<PromptRepair>;
    /** Coarse estimate of instructions and items, in tokens (docs/semantics.md §7.3). */
    readonly tokens: number;
    /** What was asked for. */
    readonly requested: PromptTarget;
    /** What it came to. */
    readonly target: ResolvedTarget;
    /** Null before `thread.started`. */
    readonly threadId: string | null;
    readonly historyVersion: number;
    /** The last offset that the prompt was projected from; -1: of an empty log. */
    readonly upTo: number;
    /** Opaque: lets `continuePrompt` go on cheaply. Not enumerable; without it the next one is cold. */
    readonly carried?: object;
}
