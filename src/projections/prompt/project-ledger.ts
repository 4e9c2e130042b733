import type { ItemRef } from "../../events/primitives.js";
import { tokensOfBytes } from "../../events/token-bytes.js";
import { compareRefs } from "../../reducers/item-refs.js";
import type { LedgerState, Sequence } from "../../reducers/thread-state.js";
import type { CallTallies, CarriedFacts, PlacedRepair } from "./carried-prompt.js";
import { ChunkedSequence } from "./chunked-sequence.js";
import { LedgerItems } from "./ledger-items.js";
import { callKey, outputKey, tallied, tallyCalls } from "./pairing.js";
import { PersistentMap } from "./persistent-map.js";
import type { PromptItem } from "./prompt.js";

/** The part of a prompt that comes from the ledger. */
export type LedgerProjection = Pick<
  CarriedFacts,
  "ledgerLength" | "firstRef" | "lastRef" | "tallies" | "items" | "repairs" | "itemTokens"
>;

/** Projects the whole ledger. */
export function projectLedger(ledger: LedgerState, showImages: boolean): LedgerProjection {
  const tallies = tallyCalls(ledger.entries);
  const made = new LedgerItems({
    tallyOf: (key) => tallies.get(key),
    editedBefore: ledger.editedBefore,
    showImages,
  });
  let index = 0;
  for (const entry of ledger.entries.toArray()) made.add(entry, index++);
  return {
    ...endsOf(ledger),
    tallies: new PersistentMap(tallies),
    items: ChunkedSequence.from(made.items),
    repairs: ChunkedSequence.from(made.repairs),
    itemTokens: made.tokens,
  };
}

/**
 * Projects what is new in a ledger. An output for a call that had been given one, or a call for
 * outputs that had been dropped, changes what came before: then everything from the older of the two
 * on is made again.
 * @returns null when `previous` is of another ledger
 */
export function continueLedger(
  previous: LedgerProjection,
  ledger: LedgerState,
  showImages: boolean,
): LedgerProjection | null {
  if (!continues(previous, ledger)) return null;
  const { tallies, remakeFrom } = tallyNew(previous, ledger);
  const made = new LedgerItems({
    tallyOf: (key) => tallies.get(key),
    editedBefore: ledger.editedBefore,
    showImages,
  });
  for (let index = remakeFrom; index < ledger.entries.length; index += 1) {
    const entry = ledger.entries.at(index);
    if (entry !== undefined) made.add(entry, index);
  }
  const keptItems = lengthBefore(previous.items, remakeFrom);
  const keptRepairs = lengthBefore(previous.repairs, remakeFrom);
  return {
    ...endsOf(ledger),
    tallies,
    items: previous.items.spliceEnd(keptItems, made.items),
    repairs: previous.repairs.spliceEnd(keptRepairs, made.repairs),
    itemTokens: previous.itemTokens - tokensFrom(previous.items, keptItems) + made.tokens,
  };
}

function endsOf(ledger: LedgerState) {
  return {
    ledgerLength: ledger.entries.length,
    firstRef: ledger.entries.at(0)?.ref ?? null,
    lastRef: ledger.entries.at(-1)?.ref ?? null,
  };
}

/** True when a ledger begins with the entries that went into a projection. */
function continues(previous: LedgerProjection, ledger: LedgerState): boolean {
  const { ledgerLength } = previous;
  if (ledger.entries.length < ledgerLength) return false;
  if (ledgerLength === 0) return true;
  return (
    isSameRef(ledger.entries.at(0)?.ref, previous.firstRef) &&
    isSameRef(ledger.entries.at(ledgerLength - 1)?.ref, previous.lastRef)
  );
}

function isSameRef(a: ItemRef | undefined, b: ItemRef | null): boolean {
  return a !== undefined && b !== null && compareRefs(a, b) === 0;
}

function tallyNew(
  previous: LedgerProjection,
  ledger: LedgerState,
): { tallies: CallTallies; remakeFrom: number } {
  let { tallies } = previous;
  let remakeFrom = previous.ledgerLength;
  for (let index = previous.ledgerLength; index < ledger.entries.length; index += 1) {
    const item = ledger.entries.at(index)?.item;
    const key = item === undefined ? null : (callKey(item) ?? outputKey(item));
    if (item === undefined || key === null) continue;
    const known = tallies.get(key);
    const now = tallied(known, item, index);
    if (now === known) continue;
    tallies = tallies.with(key, now);
    remakeFrom = Math.min(remakeFrom, now.first);
  }
  return { tallies, remakeFrom };
}

/** How many elements come from before a place of the ledger: they stand in its order. */
function lengthBefore(
  placed: Sequence<PromptItem> | Sequence<PlacedRepair>,
  ledgerIndex: number,
): number {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((placed.at(middle)?.ledgerIndex ?? ledgerIndex) < ledgerIndex) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tokensFrom(items: Sequence<PromptItem>, start: number): number {
  let tokens = 0;
  for (let index = start; index < items.length; index += 1) {
    tokens += tokensOfBytes(items.at(index)?.countedBytes ?? 0);
  }
  return tokens;
}
