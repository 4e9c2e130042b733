import type { Item } from "../../events/item.js";
import { countItemBytes } from "../../events/item-bytes.js";
import { tokensOfBytes } from "../../events/token-bytes.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import type { CallTally, PlacedRepair } from "./carried-prompt.js";
import { hideImages } from "./hide-images.js";
import { abortedOutput, callKey, mayStandAlone, outputKey } from "./pairing.js";
import type { PromptItem, PromptRepairKind } from "./prompt.js";

/** What the whole ledger says of one entry, besides the entry itself. */
export interface LedgerView {
  readonly tallyOf: (key: string) => CallTally | undefined;
  readonly editedBefore: number;
  readonly showImages: boolean;
}

/** Items and repairs that a stretch of the ledger comes to. */
export class LedgerItems {
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
