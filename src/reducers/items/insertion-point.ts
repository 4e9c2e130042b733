import type { EntryReading } from "./entry-reading.js";
import type { ItemList, WithOrigin } from "./item-list.js";

/**
 * Where initial context goes into a compacted list: directly before the last message that a user
 * wrote; if there is none, before the last summary, else before the last compaction item, else at the
 * end (docs/semantics.md §11.6).
 *
 * @returns the index that the first of the context's items gets
 */
export function findInsertionPoint(entries: ItemList<WithOrigin>, reading: EntryReading): number {
  return (
    findLast(entries, reading.isUserMessage) ??
    findLast(entries, reading.isSummary) ??
    findLast(entries, isCompaction) ??
    entries.length
  );
}

function isCompaction({ item }: WithOrigin): boolean {
  return item.type === "compaction" || item.type === "compaction_summary";
}

function findLast(
  entries: ItemList<WithOrigin>,
  test: (entry: WithOrigin) => boolean,
): number | null {
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries.at(index);
    if (entry !== undefined && test(entry)) return index;
  }
  return null;
}
