import type { ItemRef } from "../../events/primitives.js";
import type { Sequence } from "../../reducers/thread-state.js";
import type { PersistentMap } from "./persistent-map.js";
import type { PromptItem, PromptRepair } from "./prompt.js";

/** What is known of one call id within one kind of output (`function`, `custom`, `tool-search`). */
export interface CallTally {
  readonly calls: number;
  readonly outputs: number;
  /** Ledger position of the first call, or of the first output when there is no call. */
  readonly first: number;
}

/** What `continuePrompt` needs of the prompt before: explicit, so that no projection keeps a cache. */
export interface CarriedPrompt {
  /** Ledger entries that are in. */
  readonly ledgerLength: number;
  readonly firstRef: ItemRef | null;
  readonly lastRef: ItemRef | null;
  readonly editedBefore: number;
  readonly instructionsHash: string | null;
  /** Calls and outputs by kind and id. */
  readonly tallies: PersistentMap<CallTally>;
  /** The items and repairs that come from the ledger, without the request's fragments. */
  readonly items: Sequence<PromptItem>;
  readonly repairs: Sequence<PromptRepair>;
  /** Sum of the items' estimated tokens. */
  readonly itemTokens: number;
}
