import { IMAGE_STRIPPED } from "../../codex-strings.js";
import { tokensOfBytes } from "../../events/bytes.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { InputText, Item } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import { compareRefs } from "../../reducers/item-refs.js";
import type { LedgerEntry, LedgerState, Sequence } from "../../reducers/thread-state.js";
import {
  type CallTallies,
  type CallTally,
  type CarriedFacts,
  ChunkedSequence,
  PersistentMap,
  type PlacedRepair,
} from "./carried-prompt.js";
import {
  abortedOutput,
  callKey,
  mayStandAlone,
  outputKey,
  tallied,
  tallyCalls,
} from "./pairing.js";
import type { PromptItem, PromptRepairKind } from "./prompt.js";

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

/** What the whole ledger says of one entry, besides the entry itself. */
interface LedgerView {
  readonly tallyOf: (key: string) => CallTally | undefined;
  readonly editedBefore: number;
  readonly showImages: boolean;
}

/** Items and repairs that a stretch of the ledger comes to. */
class LedgerItems {
  readonly items: PromptItem[] = [];
  readonly repairs: PlacedRepair[] = [];
  /** Sum of the items' estimated tokens. */
  tokens = 0;
  readonly #view: LedgerView;

  constructor(view: LedgerView) {
    this.#view = view;
  }

  /**
   * Puts in what one entry of the ledger comes to (docs/semantics.md §8, its four steps at once).
   */
  add(entry: LedgerEntry, ledgerIndex: number): void {
    const { item } = entry;
    if (item.type === "ghost_snapshot") {
      this.#repair("snapshot-left-out", entry, ledgerIndex);
      return;
    }
    const answers = outputKey(item);
    if (answers !== null && !mayStandAlone(item) && this.#view.tallyOf(answers)?.call !== true) {
      this.#repair("orphan-dropped", entry, ledgerIndex);
      return;
    }
    this.#addShown(entry, ledgerIndex);
    const call = callKey(item);
    if (call !== null && this.#view.tallyOf(call)?.output !== true) {
      this.#addAborted(entry, ledgerIndex);
    }
  }

  #addShown(entry: LedgerEntry, ledgerIndex: number): void {
    const hidden = this.#view.showImages ? null : hideImages(entry.item);
    if (hidden === null) {
      this.#push(entry, { item: entry.item, countedBytes: entry.countedBytes, ledgerIndex });
      return;
    }
    const countedBytes = countItemBytes(hidden.item);
    this.#push(entry, { item: hidden.item, countedBytes, ledgerIndex });
    for (let count = 0; count < hidden.replaced; count += 1) {
      this.#repair("image-replaced", entry, ledgerIndex);
    }
    if (hidden.emptied) this.#repair("image-result-emptied", entry, ledgerIndex);
  }

  #addAborted(call: LedgerEntry, ledgerIndex: number): void {
    const item = abortedOutput(call.item);
    if (item === null) return;
    const output: LedgerEntry = {
      ref: call.ref,
      origin: "tool",
      item,
      countedBytes: countItemBytes(item),
    };
    this.#push(output, { item, countedBytes: output.countedBytes, ledgerIndex, inserted: true });
    this.#repair("output-inserted", call, ledgerIndex);
  }

  #push(
    entry: LedgerEntry,
    shown: { item: Item; countedBytes: number; ledgerIndex: number; inserted?: boolean },
  ): void {
    this.items.push({
      item: shown.item,
      ref: entry.ref,
      origin: entry.origin,
      failed: entry.failed === true,
      countedBytes: shown.countedBytes,
      summary: entry.summary === true,
      behindEdit: shown.ledgerIndex < this.#view.editedBefore,
      inserted: shown.inserted === true,
      ledgerIndex: shown.ledgerIndex,
      bounded: entry.bounded ?? null,
      source: entry.source ?? null,
    });
    this.tokens += tokensOfBytes(shown.countedBytes);
  }

  #repair(kind: keyof typeof REASONS, entry: LedgerEntry, ledgerIndex: number): void {
    const reason = `${entry.item.type}: ${REASONS[kind]}`;
    this.repairs.push({ kind, ref: entry.ref, reason, ledgerIndex });
  }
}

const REASONS = {
  "output-inserted": "the call has no output",
  "orphan-dropped": "no call has this output's id",
  "image-replaced": "the model cannot see images",
  "image-result-emptied": "the model cannot see images",
  "snapshot-left-out": "a work-tree snapshot is not for models",
} as const satisfies Partial<Record<PromptRepairKind, string>>;

/** An item without its images, and how many there were. */
interface HiddenImages {
  readonly item: Item;
  /** Images that became a text, one for one. */
  readonly replaced: number;
  /** True when the result of an image generation was emptied. */
  readonly emptied: boolean;
}

/** The text that stands for an image. */
const STRIPPED: InputText = { type: "input_text", text: IMAGE_STRIPPED };

/**
 * The item as a model without the image modality gets it; null when it has no image. String outputs
 * are not looked at.
 * @see docs/semantics.md §8.3
 */
function hideImages(item: Item): HiddenImages | null {
  switch (item.type) {
    case "message": {
      const replaced = countImages(item.content);
      if (replaced === 0) return null;
      const hidden = {
        ...item,
        content: item.content.map((part) => (part.type === "input_image" ? STRIPPED : part)),
      };
      return { item: hidden, replaced, emptied: false };
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      if (typeof item.output === "string") return null;
      const replaced = countImages(item.output);
      if (replaced === 0) return null;
      const hidden = {
        ...item,
        output: item.output.map((part) => (part.type === "input_image" ? STRIPPED : part)),
      };
      return { item: hidden, replaced, emptied: false };
    }
    case "image_generation_call":
      if (item.result === "") return null;
      return { item: { ...item, result: "" }, replaced: 0, emptied: true };
    default:
      return null;
  }
}

function countImages(parts: readonly { readonly type: string }[]): number {
  return parts.reduce((sum, part) => sum + (part.type === "input_image" ? 1 : 0), 0);
}
