import { countLeading } from "../../events/count-leading.js";
import { IMAGE_STRIPPED } from "../../codex-strings.js";
import { tokensOfBytes } from "../../events/bytes.js";
import { countItemBytes } from "../../events/item-bytes.js";
import { imagesOf, mapImages } from "../../events/item-images.js";
import type { InputText, Item } from "../../events/item.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { boundItem } from "../../reducers/bounding.js";
import { elementsFrom, SharedSequence } from "../../reducers/sequence.js";
import type { LedgerEntry, LedgerState, Sequence } from "../../reducers/thread-state.js";
import { byteBudget } from "../../reducers/truncate-text.js";
import {
  abortedOutput,
  callKey,
  mayStandAlone,
  outputKey,
  PI_NO_RESULT,
} from "../../events/pairing.js";
import type { PromptItem, PromptRepair, PromptRepairKind } from "./prompt.js";

/** The part of a prompt that comes from the ledger. Immutable: a continuation makes another. */
export interface LedgerProjection {
  /** The ledger that was projected, and how much of it counts as edited. */
  readonly entries: Sequence<LedgerEntry>;
  readonly editedBefore: number;
  /** Leading entries that the projection before it had too. */
  readonly keptLength: number;
  readonly showsImages: boolean;
  readonly outputPolicy: TruncationPolicy | null;
  readonly tallies: CallTallies;
  readonly items: SharedSequence<PromptItem>;
  readonly repairs: SharedSequence<PlacedRepair>;
  /** Sum of the items' estimated tokens. */
  readonly itemTokens: number;
}

interface LedgerOptions {
  readonly showsImages: boolean;
  /** What outputs are bounded by, again; null: they stay as they are. */
  readonly outputPolicy: TruncationPolicy | null;
  /** The session is pi's, which words what it inserts in its own way. */
  readonly isPi: boolean;
}

interface PlacedRepair extends PromptRepair {
  readonly ledgerIndex: number;
}

/**
 * Projects a ledger: what is new in it since `previous`, whose end may be gone, else all of it. An
 * output for a call that had got an inserted one, or a call for outputs that had been dropped,
 * changes what came before: then everything from the older of the two on is made again.
 * @param previous an earlier projection of any ledger
 */
export function projectLedger(
  ledger: LedgerState,
  options: LedgerOptions,
  previous: LedgerProjection = NOTHING,
): LedgerProjection {
  const { showsImages, outputPolicy } = options;
  const { entries, editedBefore } = ledger;
  const keptLength = sharedLength(previous, ledger, options);
  const base = keptLength === 0 ? NOTHING : previous;
  const { tallies, remakeFrom } = tallyNew(base, keptLength, ledger);
  const made = new LedgerItems(tallies, options, editedBefore);
  for (let index = remakeFrom; index < entries.length; index += 1) {
    const entry = entries.at(index);
    if (entry !== undefined) made.add(entry, index);
  }
  const keptItems = lengthBefore(base.items, remakeFrom);
  const keptRepairs = lengthBefore(base.repairs, remakeFrom);
  return {
    ...{ entries, editedBefore, keptLength, showsImages, outputPolicy, tallies },
    items: SharedSequence.extend(SharedSequence.take(base.items, keptItems), made.items),
    repairs: SharedSequence.extend(SharedSequence.take(base.repairs, keptRepairs), made.repairs),
    itemTokens: base.itemTokens - tokensFrom(base.items, keptItems) + made.tokens,
  };
}

/** The same projection for another thread to go on from: neither holds on to what the other adds. */
export function projectionAlone(projection: LedgerProjection): LedgerProjection {
  const { items, repairs } = projection;
  return {
    ...projection,
    items: SharedSequence.alone(items),
    repairs: SharedSequence.alone(repairs),
  };
}

/** How many leading entries of a ledger are projected already. */
function sharedLength(
  previous: LedgerProjection,
  { entries, editedBefore }: LedgerState,
  { showsImages, outputPolicy }: LedgerOptions,
): number {
  const isAlike = previous.showsImages === showsImages && previous.outputPolicy === outputPolicy;
  const length = isAlike ? SharedSequence.sharedLength(previous.entries, entries) : 0;
  const areEditedAlike = Math.min(length, previous.editedBefore) === Math.min(length, editedBefore);
  return areEditedAlike ? length : 0;
}

/** What a ledger holds of one call id within one kind of output. */
interface CallTally {
  readonly call: boolean;
  readonly output: boolean;
  /** Ledger position of the first of them. */
  readonly first: number;
}

/**
 * The tallies of a ledger, by `callKey`. Versions share what they do not add: a version is layers, each
 * at least twice as large as the next newer one, so that adding copies little and few are looked into.
 */
class CallTallies {
  constructor(private readonly layers: readonly ReadonlyMap<string, CallTally>[]) {}

  get(key: string): CallTally | undefined {
    for (let index = this.layers.length - 1; index >= 0; index -= 1) {
      const tally = this.layers[index]?.get(key);
      if (tally !== undefined) return tally.call || tally.output ? tally : undefined;
    }
    return undefined;
  }

  /** With these added, or in the place of older ones. */
  with(tallies: ReadonlyMap<string, CallTally>): CallTallies {
    if (tallies.size === 0) return this;
    const layers = [...this.layers];
    let newest = tallies;
    for (let below = layers.at(-1); below !== undefined; below = layers.at(-1)) {
      if (below.size >= 2 * newest.size) break;
      newest = [...newest].reduce((both, one) => both.set(...one), new Map(below));
      layers.pop();
    }
    return new CallTallies([...layers, newest]);
  }
}

const NOTHING: LedgerProjection = {
  entries: SharedSequence.of<LedgerEntry>([]),
  editedBefore: 0,
  keptLength: 0,
  showsImages: true,
  outputPolicy: null,
  tallies: new CallTallies([]),
  items: SharedSequence.of<PromptItem>([]),
  repairs: SharedSequence.of<PlacedRepair>([]),
  itemTokens: 0,
};

interface Tallied {
  readonly tallies: CallTallies;
  /** From there on items may be others. */
  readonly remakeFrom: number;
}

/** @param keptLength so many entries are in both ledgers */
function tallyNew(
  previous: LedgerProjection,
  keptLength: number,
  { entries }: LedgerState,
): Tallied {
  const kept = tallyKept(previous, keptLength);
  const newer = new Map<string, CallTally>();
  let { remakeFrom } = kept;
  for (let index = keptLength; index < entries.length; index += 1) {
    const item = entries.at(index)?.item;
    const called = item === undefined ? null : callKey(item);
    const key = item === undefined ? null : (called ?? outputKey(item));
    if (key === null) continue;
    const known = newer.get(key) ?? kept.tallies.get(key);
    const isCall = called !== null;
    if (isCall ? known?.call === true : known?.output === true) continue;
    const now =
      known === undefined
        ? { call: isCall, output: !isCall, first: index }
        : { call: true, output: true, first: known.first };
    newer.set(key, now);
    remakeFrom = Math.min(remakeFrom, now.first);
  }
  return { tallies: kept.tallies.with(newer), remakeFrom };
}

/** What the tallies are without the entries that went. */
function tallyKept({ entries, tallies }: LedgerProjection, keptLength: number): Tallied {
  const changed = new Map<string, CallTally>();
  let remakeFrom = keptLength;
  for (const { item } of elementsFrom(entries, keptLength)) {
    const key = callKey(item) ?? outputKey(item);
    if (key === null || changed.has(key)) continue;
    const first = tallies.get(key)?.first ?? keptLength;
    let [call, output] = [false, false];
    for (const entry of elementsFrom(entries, first, keptLength - first)) {
      call ||= callKey(entry.item) === key;
      output ||= outputKey(entry.item) === key;
    }
    changed.set(key, { call, output, first });
    remakeFrom = Math.min(remakeFrom, first);
  }
  return { tallies: tallies.with(changed), remakeFrom };
}

/** How many elements come from before a place of the ledger: they are in its order. */
function lengthBefore(
  placed: Sequence<PromptItem> | Sequence<PlacedRepair>,
  ledgerIndex: number,
): number {
  return countLeading(
    placed.length,
    (index) => (placed.at(index)?.ledgerIndex ?? ledgerIndex) < ledgerIndex,
  );
}

function tokensFrom(items: Sequence<PromptItem>, start: number): number {
  let tokens = 0;
  for (const { countedBytes } of elementsFrom(items, start)) tokens += tokensOfBytes(countedBytes);
  return tokens;
}

/** Items and repairs that a stretch of the ledger gives. */
class LedgerItems {
  readonly items: PromptItem[] = [];
  readonly repairs: PlacedRepair[] = [];
  /** Sum of the items' estimated tokens. */
  tokens = 0;

  constructor(
    private readonly tallies: CallTallies,
    private readonly options: LedgerOptions,
    private readonly editedBefore: number,
  ) {}

  /** Adds what one entry of the ledger gives (docs/semantics.md §8, its four steps at once). */
  add(entry: LedgerEntry, ledgerIndex: number): void {
    const { item } = entry;
    const repair = (kind: keyof typeof REASONS) => {
      const reason = `${item.type}: ${REASONS[kind]}`;
      this.repairs.push({ kind, ref: entry.ref, reason, ledgerIndex });
    };
    if (item.type === "ghost_snapshot") {
      repair("snapshot-left-out");
      return;
    }
    const answers = outputKey(item);
    if (answers !== null && !mayStandAlone(item) && this.tallies.get(answers)?.call !== true) {
      repair("orphan-dropped");
      return;
    }
    const { showsImages, isPi, outputPolicy } = this.options;
    const bounded = outputPolicy === null ? item : boundedAgain(entry, outputPolicy);
    if (bounded !== item) repair("output-bounded");
    const hidden = showsImages ? null : hideImages(bounded);
    const shown = hidden?.item ?? bounded;
    this.#push(shown === item ? entry : { ...entry, ...counted(shown) }, ledgerIndex);
    for (const kind of hidden?.repairs ?? []) repair(kind);
    const call = callKey(item);
    if (call === null || this.tallies.get(call)?.output === true) return;
    const aborted = abortedOutput(item, isPi ? PI_NO_RESULT : undefined);
    if (aborted === null) return;
    const output: LedgerEntry = { ref: entry.ref, origin: "tool", ...counted(aborted) };
    this.#push(isPi ? { ...output, failed: true } : output, ledgerIndex, true);
    repair("output-inserted");
  }

  #push(entry: LedgerEntry, ledgerIndex: number, inserted = false): void {
    this.items.push({
      item: entry.item,
      ref: entry.ref,
      origin: entry.origin,
      failed: entry.failed === true,
      countedBytes: entry.countedBytes,
      summary: entry.summary === true,
      behindEdit: ledgerIndex < this.editedBefore,
      inserted,
      ledgerIndex,
      bounded: entry.bounded ?? null,
      source: entry.source ?? null,
    });
    this.tokens += tokensOfBytes(entry.countedBytes);
  }
}

const REASONS = {
  "output-inserted": "the call has no output",
  "orphan-dropped": "no call has this output's id",
  "image-replaced": "the model cannot see images",
  "image-result-emptied": "the model cannot see images",
  "output-bounded": "the target's policy is tighter than the recorded one",
  "snapshot-left-out": "a work-tree snapshot is not for models",
} as const satisfies Partial<Record<PromptRepairKind, string>>;

function counted(item: Item): Pick<LedgerEntry, "item" | "countedBytes"> {
  return { item, countedBytes: countItemBytes(item) };
}

/** The item as it would have been recorded under a policy; the same where it was under one as tight. */
function boundedAgain({ item, bounded }: LedgerEntry, policy: TruncationPolicy): Item {
  if (bounded !== undefined && byteBudget(bounded.policy) <= byteBudget(policy)) return item;
  return boundItem(item, policy).item;
}

/** An item without its images, and a repair for each of them. */
interface HiddenImages {
  readonly item: Item;
  readonly repairs: readonly ("image-replaced" | "image-result-emptied")[];
}

/**
 * The item for a model without the image modality; null when it has no image. String outputs are not
 * searched.
 * @see docs/semantics.md §8.3
 */
function hideImages(item: Item): HiddenImages | null {
  if (item.type === "image_generation_call") {
    if (item.result === "") return null;
    return { item: { ...item, result: "" }, repairs: ["image-result-emptied"] };
  }
  const repairs = imagesOf(item).map(() => "image-replaced" as const);
  return repairs.length === 0 ? null : { item: mapImages(item, () => STRIPPED), repairs };
}

const STRIPPED: InputText = { type: "input_text", text: IMAGE_STRIPPED };
