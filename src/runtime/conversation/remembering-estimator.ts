import type { Item } from "../../events/item.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";

/**
 * The same estimator, which counts each item once: items never change, and a conversation asks for
 * the same ones again with every message.
 */
export function rememberingEstimator(estimator: TokenEstimator): TokenEstimator {
  const items = new WeakMap<Item, number>();
  let last: { readonly text: string; readonly tokens: number } | null = null;
  return {
    name: estimator.name,
    text: (text) => {
      if (last?.text !== text) last = { text, tokens: estimator.text(text) };
      return last.tokens;
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
