import type { Item } from "../../events/item.js";
import { tokensOfBytes, tokensOfText } from "../../events/token-bytes.js";

/** A way to count or estimate tokens. Pure; every count is a whole number of tokens. */
export interface TokenEstimator {
  /** `coarse`, `script-aware`, `exact:o200k_base`, …; shown beside the figures. */
  readonly name: string;
  text(text: string): number;
  /**
   * @param countedBytes the item's size by docs/semantics.md §7.1, which every entry has at hand
   */
  item(item: Item, countedBytes: number): number;
}

/** Bytes by four, rounded up: what Codex itself counts with (docs/semantics.md §7.1). */
export const coarseEstimator: TokenEstimator = {
  name: "coarse",
  text: tokensOfText,
  item: (_item, countedBytes) => tokensOfBytes(countedBytes),
};
