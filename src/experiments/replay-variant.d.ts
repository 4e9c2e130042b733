import type { WalkedEvent } from "../projections/walk-log.js";
import type { VariantThread } from "./variant-thread.js";
/**
 * Goes on in a variant's fork as the base went on: its users say the same, its models and tools answer
 * the same, under the variant's settings. Nothing is asked and nothing is run; what would have been
 * asked is recorded as the variant's own request.
 */
export declare function replayVariant(thread: VariantThread, continuation: AsyncIterable<WalkedEvent>): Promise<void>;
