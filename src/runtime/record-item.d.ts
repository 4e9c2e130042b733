import type { Item, Origin, RecordedItem } from "../events/item.js";
import type { Fact } from "../events/event.js";
import type { TruncationPolicy } from "../events/primitives.js";
import type { Usage } from "../events/slices.js";
import type { BlobStore } from "../store/event-store.js";
import type { TurnContext } from "./fragments/turn-context.js";
/** An item as it is handed in: whole, images inline. */
export interface ItemInput {
    readonly item: Item;
    readonly origin: Origin;
    /** A tool call that failed. */
    readonly failed?: boolean;
}
/** What is recorded at once: items, and what the request for them cost. */
export interface Recording {
    readonly items: readonly ItemInput[];
    /** Null: not reported. */
    readonly usage?: Usage | null;
    /** In tokens. Default: the turn's. */
    readonly contextWindow?: number | null;
    /** Offset of the `request.sent`; null: it was not recorded. */
    readonly request?: number | null;
}
/** A recording as facts, under a turn's settings. What they name by hash is stored already. */
export declare function recordingFacts({ items, usage, request, ...about }: Recording, context: TurnContext, blobs: BlobStore): Promise<readonly Fact[]>;
/**
 * The ledger's owner: makes of an item what may be recorded. Tool outputs are bounded under the
 * turn's policy, images and what bounding cut go to the blob store first (law 4,
 * docs/file-format.md#blobs).
 */
export declare function recordItem(input: ItemInput, policy: TruncationPolicy, blobs: BlobStore): Promise<RecordedItem>;
/** Moves an item's inline images to the blob store; what is there already stays as it is. */
export declare function storeImages(item: Item, blobs: BlobStore): Promise<Item>;
