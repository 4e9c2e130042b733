import { ceil4 } from "../events/bytes.js";
import { countItemBytes } from "../events/item-bytes.js";
import { entersLedger } from "../events/item-class.js";
import type { MessageItem, RecordedItem, ReplacementItem } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import { keepForeignUserMessages, leadingContext, summaryMessage } from "./kept-messages.js";
import { clearOutputs, ledgerOf, removeEntries, replaceImages } from "./ledger-edits.js";
import { SharedSequence } from "./sequence.js";
import {
  type FoldedEvent,
  type LedgerEntry,
  type LedgerState,
  refInEvent,
  type Sequence,
  type ThreadState,
} from "./thread-state.js";
import { changes } from "./fact-slices.js";

export const initialLedger: LedgerState = ledgerOf([], 0);

/** The items that may enter a prompt, oldest first, and what they weigh. */
export function reduceLedger(state: LedgerState, event: FoldedEvent): LedgerState {
  if (!changes(event, "ledger")) return state;
  switch (event.type) {
    case "item.recorded":
      return recordItem(state, event.data, refInEvent(event, 0));
    case "context.injected":
      return event.data.items.reduce(
        (ledger, item, index) => recordItem(ledger, item, refInEvent(event, index)),
        state,
      );
    case "history.compacted":
      return rebase(event.data.replacement ?? legacyReplacement(state, event.data.summary), event);
    case "history.trimmed":
      return removeEntries(state, event.data.refs);
    case "history.cleared":
      return state.entries.length === 0 ? state : initialLedger;
    case "outputs.cleared":
      return clearOutputs(state, event.data);
    case "images.replaced":
      return replaceImages(state, event.data);
  }
}

function recordItem(state: LedgerState, recorded: RecordedItem, ref: ItemRef): LedgerState {
  if (!entersLedger(recorded.item)) return state; // docs/semantics.md §6.1
  return {
    entries: SharedSequence.append(state.entries, entryOf(recorded, ref)),
    countedBytes: state.countedBytes + recorded.countedBytes,
    tokens: state.tokens + ceil4(recorded.countedBytes),
    editedBefore: state.editedBefore,
  };
}

/**
 * A checkpoint's list is taken over as it is, dropped kinds included (docs/semantics.md §12.6).
 */
function rebase(replacement: readonly ReplacementItem[], event: FoldedEvent): LedgerState {
  const entries = replacement.map((recorded, index) => entryOf(recorded, refInEvent(event, index)));
  return ledgerOf(entries, entries.length); // all that was kept lost the prefix it was made with
}

export function entryOf(recorded: ReplacementItem, ref: ItemRef): LedgerEntry {
  const { item, origin, countedBytes, failed, bounded, summary, source } = recorded;
  const entry: LedgerEntry = { ref, origin, item, countedBytes };
  const plain = failed === undefined && bounded === undefined;
  if (plain && summary === undefined && source === undefined) return entry;
  return {
    ...entry,
    ...(failed !== undefined && { failed }),
    ...(bounded !== undefined && { bounded }),
    ...(summary !== undefined && { summary }),
    ...(source !== undefined && { source }),
  };
}

/**
 * The list that a legacy foreign compaction left: it recorded its summary only, and its own tool
 * rebuilds the rest from the history before it (docs/semantics.md §11.1-11.3, §12.7).
 */
function legacyReplacement(
  { entries }: LedgerState,
  summary: string | null,
): readonly ReplacementItem[] {
  const context = leadingContext(entries).map(({ item, origin, countedBytes, source, ref }) => ({
    ...{ item, origin, countedBytes, source: source ?? ref },
  }));
  const kept = keepForeignUserMessages(entries).map(({ entry, item }) => ({
    ...userEntry(item),
    source: entry.source ?? entry.ref,
  }));
  return [...context, ...kept, { ...userEntry(summaryMessage(summary ?? "")), summary: true }];
}

/** A summary is a user message in these sessions, and a boundary like any other (§4.7). */
function userEntry(item: MessageItem): ReplacementItem {
  return { item, origin: "user", countedBytes: countItemBytes(item) };
}

/** A state with the same entries in another sequence. */
export function withEntries(state: ThreadState, entries: Sequence<LedgerEntry>): ThreadState {
  const { ledger } = state;
  return entries === ledger.entries ? state : { ...state, ledger: { ...ledger, entries } };
}
