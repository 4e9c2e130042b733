import type { CacheWindow } from "../../api-views.js";
import type { OpenedSession } from "../opened-session.js";
import { type RowRange, windowOf } from "../query.js";

/** The requests of a session as `refold cache` shows them, as far as it was read. */
export function cacheWindow(
  { index }: OpenedSession,
  { breaks, range }: { readonly breaks: boolean; readonly range: RowRange },
): CacheWindow {
  const { basis, totals, requests } = index.cacheReport;
  const shown = breaks ? requests.filter((request) => request.break !== null) : requests;
  return { ...windowOf(shown, range), basis, totals, requests: requests.length };
}
