import { tokensOfBytes } from "../../events/bytes.js";
import type { EventSource } from "../../events/event-source.js";
import { rollbackOf } from "../../events/known-event.js";
import type { ItemRef } from "../../events/primitives.js";
import { compareRefs, refKey } from "../../reducers/item-refs.js";
import { findEntry } from "../../reducers/ledger-edits.js";
import { initialState, newestVersionOf } from "../../reducers/reduce.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { projectPrompt } from "../prompt/project-prompt.js";
import type { PromptRepair } from "../prompt/prompt.js";
import { type WalkedEvent, walkLog } from "../walk-log.js";
import { type ExplainedPart, explainPrompt } from "./explain.js";
import { type ForgettingKind, reasonOf } from "./forgetting.js";

/** Something that a later event did to an item. */
export interface ItemChange {
  /** The event that did it. */
  readonly offset: number;
  /** RFC 3339. */
  readonly at: string;
  /** `kept`: a compaction took it into its list; `restored`: a rollback brought it back. */
  readonly kind: ForgettingKind | "kept" | "restored";
  /** Why, in the event's words; empty: the kind says it. */
  readonly reason: string;
  /** Estimated tokens that went; below 0: that came back. */
  readonly tokens: number;
}

/** What became of an item. */
export interface ItemFate {
  readonly ref: ItemRef;
  /** Where the ledger has it at the end: its own ref, or that in a checkpoint's list. Null: it has not. */
  readonly heldAs: ItemRef | null;
  /** Its part of the next prompt, by number from 1, and who put it there; null: it is in none. */
  readonly prompt: (Pick<ExplainedPart, "owner" | "lifetime"> & { readonly part: number }) | null;
  /** How the prompt shows it otherwise than it was recorded. */
  readonly repairs: readonly Pick<PromptRepair, "kind" | "reason">[];
  /** What later events did to it, oldest first. */
  readonly changes: readonly ItemChange[];
}

/** An item whose way is followed. */
interface FollowedItem {
  readonly ref: ItemRef;
  /** Where a checkpoint's item was recorded first. */
  readonly source?: ItemRef | undefined;
}

/**
 * What became of items since an event recorded them: what later events did to them, and whether the
 * next prompt shows them. Walks the whole log.
 * @param items of the event at `offset`; also the ref of instructions or tools that it set
 * @returns a fate for each, in the order given
 */
export async function projectFates(
  source: EventSource,
  offset: number,
  items: readonly FollowedItem[],
): Promise<readonly ItemFate[]> {
  const changes = items.map((): ItemChange[] => []);
  let state = initialState;
  for await (const walked of walkLog(source)) {
    state = walked.after;
    if (walked.event.offset <= offset || newestVersionOf(walked.event) === null) continue;
    const { before, after } = walked;
    for (const [index, item] of items.entries()) {
      const change = changeOf(walked, entryOf(item, before), entryOf(item, after));
      if (change !== null) changes[index]?.push(change);
    }
  }
  const parts = await explainPrompt(state, source);
  const repairs = projectPrompt(state).repairs.toArray();
  return items.map((item, index) => {
    const heldAs = entryOf(item, state)?.ref ?? null;
    const key = refKey(heldAs ?? item.ref);
    const isOfItem = ({ ref }: { readonly ref: ItemRef | null }) =>
      ref !== null && refKey(ref) === key;
    const found = parts.findIndex(isOfItem);
    const part = parts[found];
    return {
      ...{ ref: item.ref, heldAs },
      prompt: part ? { part: found + 1, owner: part.owner, lifetime: part.lifetime } : null,
      repairs: repairs.filter(isOfItem).map(({ kind, reason }) => ({ kind, reason })),
      changes: changes[index] ?? [],
    };
  });
}

/** An item's entry, by where it is, or by where it was recorded first. */
function entryOf(
  { ref, source = ref }: FollowedItem,
  { ledger }: ThreadState,
): LedgerEntry | undefined {
  const found = findEntry(ledger, ref) ?? findEntry(ledger, source);
  if (found !== undefined) return found;
  return ledger.entries
    .toArray()
    .find(({ source: first }) => first !== undefined && compareRefs(first, source) === 0);
}

/** What an event that rewrites the ledger did to an entry; null: nothing. */
function changeOf(
  walked: WalkedEvent,
  before: LedgerEntry | undefined,
  after: LedgerEntry | undefined,
): ItemChange | null {
  const { offset, at } = walked.event;
  const tokens = tokensOf(before) - tokensOf(after);
  const place = { offset, at, tokens };
  if (before === undefined) {
    return after === undefined ? null : { ...place, kind: "restored", reason: "" };
  }
  if (after?.item === before.item) {
    const isMoved = refKey(after.ref) !== refKey(before.ref);
    return isMoved ? { ...place, kind: "kept", reason: `it is #${refKey(after.ref)} there` } : null;
  }
  const isRestored = after !== undefined && rollbackOf(walked.event) !== null;
  if (isRestored) return { ...place, kind: "restored", reason: "" };
  const forgotten = reasonOf(walked);
  return forgotten === null ? null : { ...place, ...forgotten };
}

function tokensOf(entry: LedgerEntry | undefined): number {
  return entry === undefined ? 0 : tokensOfBytes(entry.countedBytes);
}
