import type { ItemRef } from "../../events/primitives.js";
import type { Origin, RecordedItem } from "../../events/recorded-item.js";
import type { Item } from "../../events/item.js";
import { isModelGenerated } from "../../events/item-class.js";
import { ToolOutput } from "../../events/item.js";
import { DEFAULT_POLICY } from "../../reducers/bounding/truncation-policy.js";
import { refKey } from "../../reducers/item-refs.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";
import type { BlobStore } from "../../store/event-store.js";
import { recordItem } from "../record-item.js";
import { addedItem, editedItem } from "./edited-item.js";
import type { ItemEdit, Variant } from "./plan.js";

/** An item of the base, as the ledger or an event holds it. */
export type BaseItem = Pick<LedgerEntry | RecordedItem, "item" | "origin" | "failed" | "bounded">;

/**
 * What a variant makes of single items: those that it changes, removes or adds, and outputs bounded
 * under its policy. An output that was cut is bounded anew from its original.
 */
export class ItemEdits {
  readonly #changes = new Map<string, ItemEdit>();
  readonly #removed = new Set<string>();
  readonly #added = new Map<string, ItemEdit[]>();
  readonly #variant: Variant;
  readonly #blobs: BlobStore;

  constructor(variant: Variant, blobs: BlobStore) {
    this.#variant = variant;
    this.#blobs = blobs;
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

  /** What stands behind an item of the base. */
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
    if (this.#variant.truncation === undefined) return null;
    if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") {
      return null;
    }
    if (bounded === undefined) return item;
    const text = new TextDecoder().decode(await this.#blobs.get(bounded.original));
    if (typeof item.output === "string") return { ...item, output: text };
    return { ...item, output: ToolOutput.parse(JSON.parse(text)) };
  }

  #recorded(
    item: Item,
    { origin, failed }: Pick<BaseItem, "origin" | "failed">,
  ): Promise<RecordedItem> {
    const input = { item, origin, ...(failed !== undefined && { failed }) };
    return recordItem(input, this.#variant.truncation ?? DEFAULT_POLICY, this.#blobs);
  }
}

function originOf(item: Item): Origin {
  if (item.type.endsWith("_output")) return "tool";
  if (isModelGenerated(item)) return "model";
  return item.type === "message" && item.role === "user" ? "user" : "runtime";
}
