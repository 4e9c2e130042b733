import { ceil4 } from "../events/bytes.js";
import { countItemBytes } from "../events/item-bytes.js";
import type { Item, ToolOutput } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import { compareRefs } from "./item-refs.js";
import { SharedSequence } from "./sequence.js";
import type { LedgerEntry, LedgerState } from "./thread-state.js";

/** Which items are edited, and what stands in their place. */
interface Edit {
  readonly refs: readonly ItemRef[];
  readonly placeholder: string;
}

/** Takes the named items out. Refs that are not there (any more) are passed over. */
export function removeEntries(state: LedgerState, refs: readonly ItemRef[]): LedgerState {
  const entries = state.entries.toArray();
  const removed = new Set(findPlaces(entries, refs));
  if (removed.size === 0) return state;
  let { countedBytes, tokens } = state;
  const kept = entries.filter((entry, place) => {
    if (!removed.has(place)) return true;
    countedBytes -= entry.countedBytes;
    tokens -= ceil4(entry.countedBytes);
    return false;
  });
  const firstTouched = Math.min(...removed);
  const editedBefore = editedAfter(state, firstTouched, kept.length);
  return { entries: SharedSequence.of(kept), countedBytes, tokens, editedBefore };
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
  switch (item.type) {
    case "function_call_output":
    case "custom_tool_call_output":
      return item.output === placeholder ? item : { ...item, output: placeholder };
    case "tool_search_output":
      return item.tools.length === 0 ? item : { ...item, tools: [] };
    case "message":
    case "reasoning":
    case "local_shell_call":
    case "function_call":
    case "custom_tool_call":
    case "tool_search_call":
    case "web_search_call":
    case "image_generation_call":
    case "ghost_snapshot":
    case "compaction":
    case "compaction_summary":
    case "other":
      return item;
  }
}

function withoutImages(item: Item, placeholder: string): Item {
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") return item;
  if (!hasImages(item.output)) return item;
  const output = item.output.map((part) =>
    part.type === "input_image" ? { type: "input_text" as const, text: placeholder } : part,
  );
  return { ...item, output };
}

function hasImages(output: ToolOutput): output is Exclude<ToolOutput, string> {
  return typeof output !== "string" && output.some((part) => part.type === "input_image");
}

/** Changes items in place of themselves; an edit that gives the same item changes nothing. */
function editEntries(
  state: LedgerState,
  refs: readonly ItemRef[],
  edit: (item: Item) => Item,
): LedgerState {
  const entries = [...state.entries.toArray()];
  let { countedBytes, tokens } = state;
  let firstTouched = entries.length;
  for (const place of findPlaces(entries, refs)) {
    const entry = entries[place];
    if (entry === undefined) continue;
    const item = edit(entry.item);
    if (item === entry.item) continue;
    const bytes = countItemBytes(item);
    countedBytes += bytes - entry.countedBytes;
    tokens += ceil4(bytes) - ceil4(entry.countedBytes);
    entries[place] = { ...entry, item, countedBytes: bytes };
    firstTouched = Math.min(firstTouched, place);
  }
  if (firstTouched === entries.length) return state;
  const editedBefore = editedAfter(state, firstTouched + 1, entries.length);
  return { entries: SharedSequence.of(entries), countedBytes, tokens, editedBefore };
}

/**
 * How far the ledger counts as edited after an edit: to its end when something comes after the
 * first place that changed, for all of that was made with a prefix that is gone; as far as before
 * when the edit only took or changed the end.
 */
function editedAfter(state: LedgerState, firstBehind: number, length: number): number {
  return firstBehind < length ? length : Math.min(state.editedBefore, length);
}

/** Positions of the items that are there. A ledger is ordered by ref, so each is found by halving. */
function findPlaces(entries: readonly LedgerEntry[], refs: readonly ItemRef[]): readonly number[] {
  return refs.map((ref) => findPlace(entries, ref)).filter((place) => place !== -1);
}

function findPlace(entries: readonly LedgerEntry[], ref: ItemRef): number {
  let low = 0;
  let high = entries.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry === undefined) return -1;
    const order = compareRefs(entry.ref, ref);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
