import { countItemBytes } from "../events/item-bytes.js";
import type { MessageItem } from "../events/item.js";
import type { ReplacementItem } from "../events/recorded-item.js";
import { keepForeignUserMessages } from "./items/kept-messages.js";
import { summaryMessage } from "./items/summary-text.js";
import type { LedgerState } from "./thread-state.js";

/**
 * The list that a legacy foreign compaction left: it recorded its summary only, and its own tool
 * rebuilds the rest from the history before it (docs/semantics.md §11.1-11.3, §12.7).
 */
export function legacyReplacement(
  { entries }: LedgerState,
  summary: string | null,
): readonly ReplacementItem[] {
  const kept = keepForeignUserMessages(entries).map(({ entry, item }) => ({
    ...userEntry(item),
    source: entry.source ?? entry.ref,
  }));
  return [...kept, { ...userEntry(summaryMessage(summary ?? "")), summary: true }];
}

/** A summary is a user message in these sessions, and a boundary like any other (§4.7). */
function userEntry(item: MessageItem): ReplacementItem {
  return { item, origin: "user", countedBytes: countItemBytes(item) };
}
