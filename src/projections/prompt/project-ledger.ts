import { countLeading } from "../../events/count-leading.js";
import { IMAGE_STRIPPED } from "../../codex-strings.js";
import { tokensOfBytes } from "../../events/bytes.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { InputText, Item } from "../../events/item.js";
import type { ItemRef, TruncationPolicy } from "../../events/primitives.js";
import { boundItem } from "../../reducers/bounding.js";
import { compareRefs } from "../../reducers/item-refs.js";
import type { LedgerEntry, LedgerState, Sequence } from "../../reducers/thread-state.js";
import { byteBudget } from "../../reducers/truncate-text.js";
import { ChunkedSequence } from "./chunked-sequence.js";
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
  /** The ledger that was projected: its length and its two ends. */
  readonly ledgerLength: number;
  readonly firstRef: ItemRef | null;
  readonly lastRef: ItemRef | null;
  readonly showsImages: boolean;
  readonly outputPolicy: TruncationPolicy | null;
  readonly tallies: CallTallies;
  readonly items: ChunkedSequence<PromptItem>;
  readonly repairs: ChunkedSequence<PlacedRepair>;
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
 * Projects a ledger: what is new in it, when it continues the one of `previous`, else all of it. An
 * output for a call that had got an inserted one, or a call for outputs that had been dropped,
 * changes what came before: then everything from the older of the two on is made again.
 * @param previous an earlier projection of any ledger
 */
export function projectLedger(
  ledger: LedgerState,
  options: LedgerOptions,
  previous: LedgerProjection | null = null,
): LedgerProjection {
  const { showsImages, outputPolicy } = options;
  const canGoOn =
    previous?.showsImages === showsImages &&
    previous.outputPolicy === outputPolicy &&
    continues(previous, ledger);
  const base = canGoOn ? previous : NOTHING;
  const { tallies, remakeFrom } = tallyNew(base, ledger);
  const made = new LedgerItems(tallies, options, ledger.editedBefore);
  for (let index = remakeFrom; index < ledger.entries.length; index += 1) {
    const entry = ledger.entries.at(index);
    if (entry !== undefined) made.add(entry, index);
  }
  const keptItems = lengthBefore(base.items, remakeFrom);
  const keptRepairs = lengthBefore(base.repairs, remakeFrom);
  return {
    ledgerLength: ledger.entries.length,
    firstRef: ledger.entries.at(0)?.ref ?? null,
    lastRef: ledger.entries.at(-1)?.ref ?? null,
    showsImages,
    outputPolicy,
    tallies,
    items: base.items.spliceEnd(keptItems, made.items),
    repairs: base.repairs.spliceEnd(keptRepairs, made.repairs),
    itemTokens: base.itemTokens - tokensFrom(base.items, keptItems) + made.tokens,
  };
}

/** What a ledger holds of one call id within one kind of output. */
interface CallTally {
  readonly call: boolean;
  readonly output: boolean;
  /** Ledger position of the first of them. */
  readonly first: number;
}

/** How many newer tallies are copied with each version before they are merged into the base. */
const MOST_NEWER = 512;

/** The tallies of a ledger, by `callKey`. Versions share what they do not add. */
class CallTallies {
  readonly #base: ReadonlyMap<string, CallTally>;
  readonly #newer: ReadonlyMap<string, CallTally>;

  constructor(base: ReadonlyMap<string, CallTally>, newer: ReadonlyMap<string, CallTally>) {
    this.#base = base;
    this.#newer = newer;
  }

  get(key: string): CallTally | undefined {
    return this.#newer.get(key) ?? this.#base.get(key);
  }

  /** With these added, or in the place of older ones. */
  with(tallies: ReadonlyMap<string, CallTally>): CallTallies {
    if (tallies.size === 0) return this;
    const newer = new Map([...this.#newer, ...tallies]);
    if (newer.size <= MOST_NEWER) return new CallTallies(this.#base, newer);
    return new CallTallies(new Map([...this.#base, ...newer]), new Map());
  }
}

const NOTHING: LedgerProjection = {
  ledgerLength: 0,
  firstRef: null,
  lastRef: null,
  showsImages: true,
  outputPolicy: null,
  tallies: new CallTallies(new Map(), new Map()),
  items: ChunkedSequence.from<PromptItem>([]),
  repairs: ChunkedSequence.from<PlacedRepair>([]),
  itemTokens: 0,
};

/** True when a ledger begins with the entries that went into a projection. */
function continues({ ledgerLength, firstRef, lastRef }: LedgerProjection, ledger: LedgerState) {
  const { entries } = ledger;
  if (entries.length < ledgerLength) return false;
  return (
    ledgerLength === 0 ||
    (isSameRef(entries.at(0)?.ref, firstRef) &&
      isSameRef(entries.at(ledgerLength - 1)?.ref, lastRef))
  );
}

function isSameRef(a: ItemRef | undefined, b: ItemRef | null): boolean {
  return a !== undefined && b !== null && compareRefs(a, b) === 0;
}

function tallyNew(
  previous: LedgerProjection,
  { entries }: LedgerState,
): { tallies: CallTallies; remakeFrom: number } {
  const newer = new Map<string, CallTally>();
  let remakeFrom = previous.ledgerLength;
  for (let index = previous.ledgerLength; index < entries.length; index += 1) {
    const item = entries.at(index)?.item;
    const key = item === undefined ? null : (callKey(item) ?? outputKey(item));
    if (item === undefined || key === null) continue;
    const known = newer.get(key) ?? previous.tallies.get(key);
    const isCall = callKey(item) !== null;
    if (isCall ? known?.call === true : known?.output === true) continue;
    const now =
      known === undefined
        ? { call: isCall, output: !isCall, first: index }
        : { call: true, output: true, first: known.first };
    newer.set(key, now);
    remakeFrom = Math.min(remakeFrom, now.first);
  }
  return { tallies: previous.tallies.with(newer), remakeFrom };
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
  for (let index = start; index < items.length; index += 1) {
    tokens += tokensOfBytes(items.at(index)?.countedBytes ?? 0);
  }
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
  if (item.type === "message") {
    const hidden = hideParts(item.content);
    return hidden && { item: { ...item, content: hidden.parts }, repairs: hidden.repairs };
  }
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") return null;
  const hidden = typeof item.output === "string" ? null : hideParts(item.output);
  return hidden && { item: { ...item, output: hidden.parts }, repairs: hidden.repairs };
}

const STRIPPED: InputText = { type: "input_text", text: IMAGE_STRIPPED };

function hideParts<Part extends { readonly type: string }>(parts: readonly Part[]) {
  const images = parts.filter(({ type }) => type === "input_image");
  if (images.length === 0) return null;
  return {
    parts: parts.map((part) => (part.type === "input_image" ? STRIPPED : part)),
    repairs: images.map(() => "image-replaced" as const),
  };
}
