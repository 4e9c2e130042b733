import { countItemBytes } from "../events/item-bytes.js";
import type { ReplacementItem } from "../events/recorded-item.js";
import type { LedgerEntry } from "../reducers/thread-state.js";
import type { HistoryBuilder } from "./history-builder.js";
import type { HistoryCommand } from "./history-command.js";
import { message, recordedItem, renderContext } from "./render-context.js";

type CompactCommand = Extract<HistoryCommand, { do: "compact" }>;

/** A compaction as our runtime records it: with the initial context only while a turn runs. */
export function renderCompaction(builder: HistoryBuilder, command: CompactCommand): HistoryBuilder {
  const { ledger, turns, checkpoint } = builder.state;
  const { running } = turns;
  const placed = command.places && running !== null ? renderContext(running.envelope, null) : null;
  const messages = [...ledger.entries].filter(({ origin }) => origin === "user");
  const kept = command.keepMessages === 0 ? [] : messages.slice(-command.keepMessages);
  const tail = command.keepItems === 0 ? [] : ledger.entries.toArray().slice(-command.keepItems);
  const summary = `summary of what stood before ${builder.head}`;
  const replacement: ReplacementItem[] = [
    ...(placed?.items ?? []),
    ...kept.filter((entry) => !tail.includes(entry)).map(keptItem),
    summaryItem(summary),
    ...tail.map(keptItem),
  ];
  const data = {
    trigger: running === null ? ("manual" as const) : command.trigger,
    reason: null,
    summary,
    replacement,
    placement: placed === null ? ("none" as const) : ("before-last-user" as const),
    ...(placed !== null && { fragments: placed.fragments }),
    replaced: { from: 0, to: builder.head - 1 },
    tokensBefore: ledger.tokens,
    tokensAfter: null,
    trimmed: [],
    windowNumber: (checkpoint?.windowNumber ?? 0) + 1,
    historyVersion: builder.nextVersion,
  };
  return builder.append({ type: "history.compacted", data }, { complete: command.complete });
}

export function summaryItem(text: string): ReplacementItem {
  return { ...recordedItem(message("user", text), "runtime"), summary: true };
}

export function keptItem(entry: LedgerEntry): ReplacementItem {
  const { item, origin, ref, source = ref, failed, bounded, summary } = entry;
  return {
    item,
    origin,
    countedBytes: countItemBytes(item),
    source,
    ...(failed !== undefined && { failed }),
    ...(bounded !== undefined && { bounded }),
    ...(summary !== undefined && { summary }),
  };
}
