import type { EventMembers, Fact, FactOf } from "../events/event.js";
import type { Bounded, Item, Origin } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import type { Baseline, ThreadConfiguration, TurnsState, UsageState } from "../events/slices.js";
import { itemRef } from "./item-refs.js";
import type { ForkPoint, ThreadSource, ToolDeclaration } from "../events/thread.js";

/** A read-only sequence with cheap appends: old versions stay valid and share what did not change. */
export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
  /** @returns the element, counted from the end when negative; undefined outside */
  at(index: number): T | undefined;
  toArray(): readonly T[];
}

/** One item that may enter a prompt. */
export interface LedgerEntry {
  readonly ref: ItemRef;
  readonly origin: Origin;
  readonly item: Item;
  readonly countedBytes: number;
  readonly failed?: boolean;
  readonly bounded?: Bounded;
  /** True for a compaction's summary. */
  readonly summary?: boolean;
  /** In a checkpoint's list: where the item was recorded first. */
  readonly source?: ItemRef;
}

export interface LedgerState {
  /** Oldest first. Ghost snapshots of foreign sessions are in their place and count nothing. */
  readonly entries: Sequence<LedgerEntry>;
  /** Sum of `countedBytes`. */
  readonly countedBytes: number;
  /** Sum over the items of ceil(countedBytes / 4) (docs/semantics.md §7.1). */
  readonly tokens: number;
  /**
   * Of the entries from the oldest on, how many may have been made with a prefix that is gone: those
   * that were kept through the newest edit (removal, clearing, compaction) of something before them.
   * Their reasoning is bound to what is no longer there (docs/semantics.md §8.6); what is recorded
   * after the edit was made with the edited history. An edit with nothing after it binds nothing.
   */
  readonly editedBefore: number;
}

/** The newest surviving checkpoint. */
export interface CheckpointState {
  readonly offset: number;
  readonly windowNumber: number;
  readonly trigger: string;
  readonly summary: string | null;
  readonly replaced: { readonly from: number; readonly to: number } | null;
  /** Offset of the surviving checkpoint before this one. */
  readonly previous: number | null;
}

/** A text with the offset of the event that holds it. */
export interface InstructionsState {
  readonly offset: number;
  readonly hash: string;
  readonly text: string;
}

export interface ToolsState {
  readonly offset: number;
  readonly hash: string;
  readonly tools: readonly ToolDeclaration[];
}

/**
 * Whose history this is, as of an offset: a fork that went back to before it began has its parent's
 * here, as the parent had it. Whoever opened a log knows by which id.
 */
export interface ThreadInfo {
  readonly threadId: string;
  readonly cwd: string | null;
  readonly source: ThreadSource;
  readonly memoryMode: string | null;
  readonly title: string | null;
  readonly startedAt: string;
  readonly instructions: InstructionsState | null;
  readonly tools: ToolsState | null;
  readonly configuration: ThreadConfiguration;
  /** Where this thread left its parent, and the offset of the event that says so; null: no fork. */
  readonly forked: { readonly at: number; readonly from: ForkPoint } | null;
}

export interface LogState {
  /** The offset that the next event gets. */
  readonly head: number;
  /** Of the newest event in the whole log that rewrote the ledger; 0: none did. */
  readonly historyVersion: number;
}

/** Everything that is folded from a thread's log up to an offset. Immutable; shares structure. */
export interface ThreadState {
  readonly ledger: LedgerState;
  readonly baseline: Baseline | null;
  readonly checkpoint: CheckpointState | null;
  readonly usage: UsageState;
  readonly turns: TurnsState;
  /** Null before `thread.started`. */
  readonly thread: ThreadInfo | null;
  readonly log: LogState;
}

/**
 * What a reducer sees: one fact of an event that survives, with its place. A rollback is no reducer's
 * business: `replay` resolves it before anything is folded (law 1).
 */
export type FoldedEvent = Exclude<Fact, FactOf<"history.rolled-back">> & {
  readonly offset: number;
  readonly at: string;
  readonly turn?: EventMembers["turn"];
  /**
   * Index that the fact's first item has among the items of its event; null when the event records
   * that one item and nothing else, so that its ref is the bare offset. Absent: the event says
   * nothing else, so that a plain event can be folded as it is.
   */
  readonly firstIndex?: number | null;
};

/** The ref of one of a fact's items (docs/architecture.md, "Item refs"). */
export function refInEvent(event: FoldedEvent, index: number): ItemRef {
  const { type, offset, firstIndex = type === "item.recorded" ? null : 0 } = event;
  return itemRef(offset, firstIndex, index);
}
