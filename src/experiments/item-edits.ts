import { tokensOfText } from "../events/bytes.js";
import type { FactOf } from "../events/event.js";
import { isModelGenerated } from "../events/item-class.js";
import { isPartsOutput } from "../events/item-images.js";
import { ToolOutput } from "../events/item.js";
import type { Item, MessagePart, Origin, RecordedItem, ReplacementItem } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import { refKey } from "../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../reducers/thread-state.js";
import { DEFAULT_POLICY } from "../reducers/truncate-text.js";
import { keptEntry, nextWindow, tokensOfItems } from "../runtime/compaction/strategy.js";
import { recordItem } from "../runtime/record-item.js";
import type { BlobStore } from "../store/event-store.js";
import type { ItemEdit, Variant } from "./plan.js";

/** An item of the base, as the ledger or an event holds it. */
type BaseItem = Pick<LedgerEntry | RecordedItem, "item" | "origin" | "failed" | "bounded">;

/**
 * What a variant makes of single items: those that it changes, removes or adds, and outputs bounded
 * under its policy. An output that was cut is bounded anew from its original.
 */
export class ItemEdits {
  readonly #changes = new Map<string, ItemEdit>();
  readonly #removed = new Set<string>();
  readonly #added = new Map<string, ItemEdit[]>();

  constructor(
    private readonly variant: Variant,
    private readonly blobs: BlobStore,
  ) {
    for (const edit of variant.items ?? []) {
      if (edit.change !== undefined) this.#changes.set(refKey(edit.change), edit);
      if (edit.remove !== undefined) this.#removed.add(refKey(edit.remove));
      if (edit.addAfter === undefined) continue;
      const key = refKey(edit.addAfter);
      this.#added.set(key, [...(this.#added.get(key) ?? []), edit]);
    }
  }

  isRemoved(ref: ItemRef): boolean {
    return this.#removed.has(refKey(ref));
  }

  /** @returns the item as the variant has it; the same object where it changes nothing */
  async applied<Kept extends BaseItem>(kept: Kept, ref: ItemRef): Promise<Kept | RecordedItem> {
    const edit = this.#changes.get(refKey(ref));
    const edited = edit === undefined ? null : editedItem(kept.item, edit);
    if (edited !== null) return this.#recorded(edited, kept);
    const original = await this.#original(kept);
    if (original === null) return kept;
    const bounded = await this.#recorded(original, kept);
    return JSON.stringify(bounded.item) === JSON.stringify(kept.item) ? kept : bounded;
  }

  /** What comes after an item of the base. */
  async addedBehind(ref: ItemRef): Promise<readonly RecordedItem[]> {
    const edits = this.#added.get(refKey(ref)) ?? [];
    return Promise.all(
      edits.map((edit) => {
        const item = addedItem(edit);
        return this.#recorded(item, { origin: originOf(item) });
      }),
    );
  }

  /** An output before it was cut; null: it is none, or no other policy is asked for. */
  async #original({ item, bounded }: BaseItem): Promise<Item | null> {
    if (this.variant.truncation === undefined) return null;
    if (!isPartsOutput(item)) return null;
    if (bounded === undefined) return item;
    const text = new TextDecoder().decode(await this.blobs.get(bounded.original));
    if (typeof item.output === "string") return { ...item, output: text };
    return { ...item, output: ToolOutput.parse(JSON.parse(text)) };
  }

  async #recorded(
    item: Item,
    { origin, failed }: Pick<BaseItem, "origin" | "failed">,
  ): Promise<RecordedItem> {
    const input = { item, origin, ...(failed !== undefined && { failed }) };
    return recordItem(input, this.variant.truncation ?? DEFAULT_POLICY, this.blobs);
  }
}

function originOf(item: Item): Origin {
  if (item.type.endsWith("_output")) return "tool";
  if (isModelGenerated(item)) return "model";
  return item.type === "message" && item.role === "user" ? "user" : "runtime";
}

/** The item that an edit puts in another one's place; null: that one has no text to change. */
export function editedItem(item: Item, edit: ItemEdit): Item | null {
  if (edit.item !== undefined) return edit.item;
  const { text } = edit;
  if (text === undefined) return null;
  if (isPartsOutput(item)) return { ...item, output: text };
  if (item.type !== "message") return null;
  const images = item.content.filter((part) => part.type === "input_image");
  const said: MessagePart =
    item.role === "assistant" ? { type: "output_text", text } : { type: "input_text", text };
  return { ...item, content: [said, ...images] };
}

/** The item that an edit adds: its own, or what a user says. */
function addedItem({ item, text = "" }: ItemEdit): Item {
  if (item !== undefined) return item;
  return { type: "message", role: "user", content: [{ type: "input_text", text }] };
}

/** The reason of the checkpoint that an experiment's own edits leave: it is no compaction. */
export const EDIT_REASON = "experiment: items edited";

/**
 * The checkpoint that stands for a history with a variant's edits; null: they change nothing in it.
 * The base's events stay: this one says what is seen in their place, and where each item comes from.
 */
export async function rewrittenHistory(
  state: ThreadState,
  edits: ItemEdits,
): Promise<FactOf<"history.compacted"> | null> {
  const replacement: ReplacementItem[] = [];
  let isChanged = false;
  for (const entry of state.ledger.entries) {
    const ref = entry.source ?? entry.ref;
    const known = [ref, entry.ref].find((one) => edits.isRemoved(one));
    const added = await edits.addedBehind(entry.ref);
    if (known === undefined) {
      const applied = await edits.applied(entry, entry.ref);
      isChanged ||= applied !== entry;
      replacement.push(applied === entry ? keptEntry(entry) : { ...applied, source: ref });
    }
    isChanged ||= known !== undefined || added.length > 0;
    replacement.push(...added);
  }
  if (!isChanged) return null;
  const instructions = tokensOfText(state.thread?.instructions?.text ?? "");
  return {
    type: "history.compacted",
    data: {
      ...{ trigger: "manual", reason: EDIT_REASON, summary: null, placement: "none" },
      replacement,
      replaced: { from: 0, to: state.log.head - 1 },
      tokensBefore: instructions + state.ledger.tokens,
      tokensAfter: instructions + tokensOfItems(replacement),
      trimmed: [],
      ...nextWindow(state),
    },
  };
}
