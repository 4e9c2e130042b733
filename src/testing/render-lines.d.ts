import type { Item, MessageItem, Origin, RecordedItem } from "../events/item.js";
import type { Envelope } from "../events/slices.js";
import { type HistoryBuilder } from "./history-builder.js";
import type { ForeignLineForm, HistoryCommand, OwnFragmentUse } from "./history-command.js";
type CompactCommand = Extract<HistoryCommand, {
    do: "compact";
}>;
/** A compaction as our runtime records it: with the initial context only while a turn runs. */
export declare function renderCompaction(builder: HistoryBuilder, command: CompactCommand): HistoryBuilder;
/** A line as a dialect reads it: one event, with all that the line means. `to` is some offset. */
export declare function renderForeignLine(builder: HistoryBuilder, form: ForeignLineForm, to: number): HistoryBuilder;
/** A fragment of one's own where its lifetime lets it stand. */
export declare function renderOwnFragment(builder: HistoryBuilder, use: OwnFragmentUse): HistoryBuilder;
/** Starts a turn, behind the end of one that runs; `tells: false` leaves the context out. */
export declare function startTurn(builder: HistoryBuilder, change: Partial<Envelope>, tells: boolean): HistoryBuilder;
/** Ends the turn that runs, if one does. */
export declare function endTurn(builder: HistoryBuilder, aborted: boolean): HistoryBuilder;
export declare function message(role: string, text: string): MessageItem;
export declare function recordedItem(item: Item, origin: Origin): RecordedItem;
export {};
