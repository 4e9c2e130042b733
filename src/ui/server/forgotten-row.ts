import type { Forgetting } from "../../projections/views/forgetting.js";
import { refKey, refOffset } from "../../reducers/item-refs.js";
import type { ForgottenRow } from "../api-views.js";

const MOST_ITEMS = 50;

/** One time that something was forgotten, with the largest of what went: a compaction takes thousands. */
export function forgottenRow({
  offset,
  at,
  kind,
  reason,
  tokens,
  items,
}: Forgetting): ForgottenRow {
  const largest = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, MOST_ITEMS);
  return {
    ...{ offset, at, kind, reason, tokens, itemsTotal: items.length },
    items: largest.map(({ type, tokens: gone, bytes, original: { ref, blob } }) => ({
      ...{ type, tokens: gone, bytes, ref: refKey(ref), offset: refOffset(ref) },
      isCut: blob !== null,
    })),
  };
}
