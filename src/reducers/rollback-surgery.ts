import {
  isContextualDeveloperMessage,
  isContextualUserMessage,
  isMixedDeveloperMessage,
} from "../events/item-class.js";
import type { ItemList, WithOrigin } from "./kept-messages.js";
import { isBoundaryOrigin } from "./turns.js";

/** What a rollback leaves of a list: its first `kept` entries. */
export interface RollbackSurgery {
  readonly kept: number;
  /** True when a context message went that also told something else. */
  readonly clearsBaseline: boolean;
  /** True when the ledger counts as rewritten, also when nothing went. */
  readonly rewrites: boolean;
}

/**
 * Cuts the newest user turns off a list of a foreign session without lifecycle lines
 * (docs/semantics.md §10.5-10.7, §10.4). What precedes the first boundary always survives; the
 * context messages directly before the cut go with it.
 *
 * @param turns how many; 0 changes nothing
 */
export function rollbackSurgery(entries: ItemList<WithOrigin>, turns: number): RollbackSurgery {
  const untouched = { kept: entries.length, clearsBaseline: false };
  if (turns <= 0) return { ...untouched, rewrites: false };
  const boundaries: number[] = [];
  let index = 0;
  for (const entry of entries) {
    if (isBoundaryOrigin(entry.origin)) boundaries.push(index);
    index++;
  }
  const first = boundaries[0];
  if (first === undefined) return { ...untouched, rewrites: true };
  let kept = boundaries[boundaries.length - turns] ?? first;
  let clearsBaseline = false;
  for (; kept > first; kept--) {
    const item = entries.at(kept - 1)?.item;
    if (item === undefined) break;
    if (!isContextualDeveloperMessage(item) && !isContextualUserMessage(item)) break;
    clearsBaseline ||= isMixedDeveloperMessage(item);
  }
  return { kept, clearsBaseline, rewrites: true };
}
