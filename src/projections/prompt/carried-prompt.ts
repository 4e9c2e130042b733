import type { Envelope } from "../../events/envelope.js";
import type { ItemRef } from "../../events/primitives.js";
import type { ModelTable } from "../../models/find-model.js";
import type { PersistentMap } from "./persistent-map.js";
import type { ChunkedSequence } from "./chunked-sequence.js";
import type { PromptItem, PromptRepair } from "./prompt.js";

/** What the ledger holds of one call id within one kind of output. */
export interface CallTally {
  readonly call: boolean;
  readonly output: boolean;
  /** Ledger position of the first of them. */
  readonly first: number;
}

/** Which calls and outputs a ledger holds, by `pairingKey`. */
export type CallTallies = PersistentMap<CallTally>;

/** A repair with its place, so that a continuation can take back the newest ones. */
export interface PlacedRepair extends PromptRepair {
  readonly ledgerIndex: number;
}

/** What a target was resolved from: the same objects give the same target. */
export interface TargetBasis {
  readonly running: Envelope | null;
  readonly baseline: Envelope | null;
  readonly previousModel: string | null;
  readonly contextWindow: number | null;
}

/** What `continuePrompt` needs of the prompt before: explicit, so that no projection keeps a cache. */
export class CarriedPrompt {
  constructor(readonly facts: CarriedFacts) {}
}

export interface CarriedFacts {
  /** The ledger that is in: how long it was, and its two ends. */
  readonly ledgerLength: number;
  readonly firstRef: ItemRef | null;
  readonly lastRef: ItemRef | null;
  readonly tallies: CallTallies;
  /** The items and repairs that come from the ledger, without the request's fragments. */
  readonly items: ChunkedSequence<PromptItem>;
  readonly repairs: ChunkedSequence<PlacedRepair>;
  /** Sum of the items' estimated tokens. */
  readonly itemTokens: number;
  readonly instructionsHash: string | null;
  readonly instructionsTokens: number;
  readonly targetBasis: TargetBasis;
  readonly models: ModelTable | undefined;
}
