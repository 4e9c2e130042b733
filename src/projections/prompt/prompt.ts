import type { Bounded, Item, Origin } from "../../events/item.js";
import type { ItemRef, Modality, TruncationPolicy } from "../../events/primitives.js";
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
  /** Outputs are bounded again where it is tighter than what the thread records. Absent: they stay. */
  readonly truncationPolicy?: TruncationPolicy;
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
  /** What outputs are bounded by, again; null: they stay as they were recorded. */
  readonly truncationPolicy: TruncationPolicy | null;
  /** What people should know of the model's entry, an unknown model above all; null: nothing. */
  readonly modelNotice: string | null;
}

/** One item of a prompt. */
export interface PromptItem {
  /** As the model is to see it, still in the canonical vocabulary. */
  readonly item: Item;
  /**
   * Where the item was recorded; for an inserted output, where its call was. Null: it is in this
   * request alone (`PromptOptions.fragments`).
   */
  readonly ref: ItemRef | null;
  readonly origin: Origin;
  /** A tool call that failed: on the output. */
  readonly failed: boolean;
  /** The item's size by docs/semantics.md §7.1, as it is here. */
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

export type PromptRepairKind =
  // by the prompt projection (docs/semantics.md §8)
  | "output-inserted" // a call without an output got one
  | "orphan-dropped" // an output without a call
  | "image-replaced" // the model cannot see images
  | "image-result-emptied" // an image-generation result, likewise
  | "output-bounded" // the target's policy is tighter than the one at recording
  | "snapshot-left-out" // a ghost snapshot: never part of a prompt
  // by a fitting strategy
  | "trimmed"
  // by a serializer, beyond the above (law 6)
  | "duplicate-dropped" // a second output for the same call, or a repeated call id
  | "reordered" // an output before its call, or not where the API wants it
  | "id-mapped" // a call or item id that the API would refuse
  | "reasoning-left-out"
  | "empty-dropped" // an empty text block or message
  | "turned-into-text" // a kind of item that the API has no form for
  | "left-out" // content that the API cannot carry at all, or that another item stands for
  | "blob-missing" // an image whose bytes are gone: a placeholder is there
  | "role-changed" // a role that the API does not have, or not there
  | "turn-inserted" // a user message without which the API refuses the request
  | "signature-inserted" // the API's stand-in for a signature that it wants and nobody has
  | "tool-inserted" // a declaration without which the API refuses a call of the history
  | "setting-left-out"; // a target's or tool's setting that the API or model refuses

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
  /** True: requests of this thread hold them as their first item. Absent: as a member. */
  readonly instructionsAsItem?: boolean | undefined;
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
  /** The program that recorded the thread: requests are put together its way. Absent: our own. */
  readonly dialect?: string | undefined;
  readonly historyVersion: number;
  /** The last offset that the prompt was projected from; -1: of an empty log. */
  readonly upTo: number;
  /** Opaque: lets `continuePrompt` go on cheaply. Not enumerable; without it the next one is cold. */
  readonly carried?: object;
}
