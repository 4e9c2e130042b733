import type { CompactionItem } from "../../events/item.js";
import type { Usage } from "../../events/slices.js";
import type { Prompt } from "../../projections/prompt/prompt.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import type { CompactionTemplates } from "./templates.js";

/** What is to be summarised. */
export interface SummaryRequest {
  /** Instructions and history, with the compaction prompt as the last item. */
  readonly prompt: Prompt;
  /** The history's entries, oldest first, as the ledger holds them. */
  readonly entries: readonly LedgerEntry[];
  readonly templates: CompactionTemplates;
  readonly blobs: Pick<BlobStore, "get">;
  readonly signal?: AbortSignal;
}

/** A summary; blank: none could be made. */
export interface Summary {
  readonly text: string;
  /** What it cost; null: nothing, or nobody said. */
  readonly usage: Usage | null;
  /** Sealed items of a provider, which stand for the history beside a text or in its place. */
  readonly sealed?: readonly CompactionItem[];
}

/**
 * Makes a summary: with a model, or without. `ContextWindowExceeded` asks for less (the oldest item
 * goes, and it is called again); a `ModelError` with `isTransient` is tried again later; any other
 * error ends the compaction, and nothing is changed.
 */
export type Summarize = (request: SummaryRequest) => string | Summary | Promise<string | Summary>;
