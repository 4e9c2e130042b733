import { countLeading } from "../events/count-leading.js";
import { ceil4 } from "../events/bytes.js";
import { countItemBytes } from "../events/item-bytes.js";
import { isPartsOutput, mapImages } from "../events/item-images.js";
import type { Item } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import { compareRefs } from "./item-refs.js";
import { SharedSequence } from "./sequence.js";
import type { LedgerEntry, LedgerState, Sequence } from "./thread-state.js";

interface Edit {
  readonly refs: readonly ItemRef[];
  readonly placeholder: string;
}

/**
 * Takes the named items out. Refs that are not there (any more) are passed over. What is before the
 * first of them is neither looked at nor summed again: a rollback of a long history takes its end.
 */
export function removeEntries(state: LedgerState, refs: readonly ItemRef[]): LedgerState {
  const { entries } = state;
  const removed = new Set(refs.flatMap((ref) => placeOf(entries, ref) ?? []));
  if (removed.size === 0) return state;
  let { countedBytes, tokens } = state;
  let first = entries.length;
  for (const place of removed) {
    first = Math.min(first, place);
    const { countedBytes: bytes } = entries.at(place) ?? { countedBytes: 0 };
    countedBytes -= bytes;
    tokens -= ceil4(bytes);
  }
  let kept = SharedSequence.take(entries, first);
  for (let place = first + 1; place < entries.length; place += 1) {
    const entry = removed.has(place) ? undefined : entries.at(place);
    if (entry !== undefined) kept = SharedSequence.append(kept, entry);
  }
  const editedBefore = editedAfter(state, first, kept.length);
  return { entries: kept, countedBytes, tokens, editedBefore };
}

/** The entry that was recorded under this ref; undefined: it is not there. */
export function findEntry(
  { entries }: Pick<LedgerState, "entries">,
  ref: ItemRef,
): LedgerEntry | undefined {
  const place = placeOf(entries, ref);
  return place === null ? undefined : entries.at(place);
}

/** A ledger of these entries. @param editedBefore as in `LedgerState` */
export function ledgerOf(entries: readonly LedgerEntry[], editedBefore: number): LedgerState {
  let countedBytes = 0;
  let tokens = 0;
  for (const entry of entries) {
    countedBytes += entry.countedBytes;
    tokens += ceil4(entry.countedBytes);
  }
  return { entries: SharedSequence.of(entries), countedBytes, tokens, editedBefore };
}

/** Puts a placeholder for the outputs of the named items; other items are passed over. */
export function clearOutputs(state: LedgerState, { refs, placeholder }: Edit): LedgerState {
  return editEntries(state, refs, (item) => clearedOutput(item, placeholder));
}

/** Puts a text for each image in the outputs of the named items; others are passed over. */
export function replaceImages(state: LedgerState, { refs, placeholder }: Edit): LedgerState {
  return editEntries(state, refs, (item) => withoutImages(item, placeholder));
}

function clearedOutput(item: Item, placeholder: string): Item {
  if (item.type === "tool_search_output") {
    return item.tools.length === 0 ? item : { ...item, tools: [] };
  }
  if (!isPartsOutput(item)) return item;
  return item.output === placeholder ? item : { ...item, output: placeholder };
}

function withoutImages(item: Item, placeholder: string): Item {
  if (!isPartsOutput(item)) return item;
  return mapImages(item, () => ({ type: "input_text", text: placeholder }));
}

/** Changes items in place of themselves; an edit that gives the same item changes nothing. */
function editEntries(
  state: LedgerState,
  refs: readonly ItemRef[],
  edit: (item: Item) => Item,
): LedgerState {
  const entries = [...state.entries.toArray()];
  let firstTouched = entries.length;
  for (const ref of refs) {
    const place = placeOf(entries, ref);
    const entry = place === null ? undefined : entries[place];
    if (place === null || entry === undefined) continue;
    const item = edit(entry.item);
    if (item === entry.item) continue;
    entries[place] = { ...entry, item, countedBytes: countItemBytes(item) };
    firstTouched = Math.min(firstTouched, place);
  }
  if (firstTouched === entries.length) return state;
  return ledgerOf(entries, editedAfter(state, firstTouched + 1, entries.length));
}

/**
 * How far the ledger counts as edited after an edit: to its end when something comes after the
 * first place that changed, for all of that was made with a prefix that is gone; as far as before
 * when the edit only took or changed the end.
 */
function editedAfter(state: LedgerState, firstBehind: number, length: number): number {
  return firstBehind < length ? length : Math.min(state.editedBefore, length);
}

/** Where an item is; null: it is not there. A ledger is ordered by ref. */
function placeOf(
  entries: Pick<Sequence<LedgerEntry>, "length" | "at">,
  ref: ItemRef,
): number | null {
  const order = (index: number) => compareRefs(entries.at(index)?.ref ?? ref, ref);
  const place = countLeading(entries.length, (index) => order(index) < 0);
  return place < entries.length && order(place) === 0 ? place : null;
}
