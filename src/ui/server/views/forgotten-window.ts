import { sum } from "../../../projections/figures.js";
import type { Forgetting } from "../../../projections/views/forgetting.js";
import { refKey, refOffset } from "../../../reducers/item-refs.js";
import type { ForgottenRow, ForgottenWindow } from "../../api-views.js";
import type { OpenedSession } from "../opened-session.js";
import { type RowRange, windowOf } from "../query.js";

const MOST_ITEMS = 50;

/** What had been forgotten at an offset, as `refold forgetting --at` lists it. */
export function forgottenWindow(
  { index }: OpenedSession,
  at: number,
  range: RowRange,
): ForgottenWindow {
  const found = index.forgotten.filter(({ offset }) => offset <= at);
  const { rows, ...window } = windowOf(found, range);
  return { ...window, at, tokens: sum(found.map(({ tokens }) => tokens)), rows: rows.map(row) };
}

function row({ offset, at, kind, reason, tokens, items }: Forgetting): ForgottenRow {
  const largest = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, MOST_ITEMS);
  return {
    ...{ offset, at, kind, reason, tokens, itemsTotal: items.length },
    items: largest.map(({ type, tokens: gone, bytes, original: { ref, blob } }) => ({
      ...{ type, tokens: gone, bytes, ref: refKey(ref), offset: refOffset(ref) },
      isCut: blob !== null,
    })),
  };
}
