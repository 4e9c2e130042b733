import type { Item } from "../../events/item.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";

/** The system prompt and the declared tools, with room for those that take their place. */
const REMEMBERED_TEXTS = 4;

/**
 * The same estimator, which counts each item once: items never change, and a conversation asks for
 * the same ones again with every message. So it does for its newest texts.
 */
export function rememberingEstimator(estimator: TokenEstimator): TokenEstimator {
  const items = new WeakMap<Item, number>();
  const texts = new Map<string, number>();
  return {
    name: estimator.name,
    text: (text) => {
      const known = texts.get(text);
      if (known !== undefined) return known;
      if (texts.size === REMEMBERED_TEXTS) texts.clear();
      const tokens = estimator.text(text);
      texts.set(text, tokens);
      return tokens;
    },
    item: (item, countedBytes) => {
      const known = items.get(item);
      if (known !== undefined) return known;
      const tokens = estimator.item(item, countedBytes);
      items.set(item, tokens);
      return tokens;
    },
  };
}
