import { sum } from "../../../projections/figures.js";
import type { ForgottenWindow } from "../../api-views.js";
import type { OpenedSession } from "../opened-session.js";
import { type RowRange, windowOf } from "../query.js";

/** What had been forgotten at an offset, as `refold forgetting --at` lists it. */
export function forgottenWindow(
  { index }: OpenedSession,
  at: number,
  range: RowRange,
): ForgottenWindow {
  const found = index.forgotten.filter(({ offset }) => offset <= at);
  return { ...windowOf(found, range), at, tokens: sum(found.map(({ tokens }) => tokens)) };
}
