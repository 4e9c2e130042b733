import { hash } from "node:crypto";
import type { Item, MessagePart } from "../../events/item.js";
import { withoutInlineImages } from "../keeping/evidence.js";

/** The ledger without an item. */
export const EMPTY_LEDGER = 0;

/**
 * Numbers for ledgers: the same number means the same items in the same order, however a ledger came
 * to hold them. So what was written can be held against what was meant, a number an event.
 */
export class LedgerIds {
  readonly #known = new Map<string, number>();
  readonly #keys = new WeakMap<Item, string>();
  #newest = EMPTY_LEDGER;

  /** The ledger with one item more. @param mark what tells it apart from the same item without */
  extend(ledger: number, item: Item, mark = ""): number {
    const step = `${ledger}:${this.keyOf(item)}${mark}`;
    let extended = this.#known.get(step);
    if (extended === undefined) this.#known.set(step, (extended = ++this.#newest));
    return extended;
  }

  /** A ledger of which nothing is known, and which therefore is like no other. */
  unlike(): number {
    return ++this.#newest;
  }

  /** The same for items that are spelled alike. */
  keyOf(item: Item): string {
    let key = this.#keys.get(item);
    if (key === undefined) {
      key = hash("sha256", JSON.stringify(comparable(item)), "base64");
      this.#keys.set(item, key);
    }
    return key;
  }
}

/** Whoever compares keeps nothing. */
const ignoreEvidence = (): void => undefined;

/** An item with its images named by hash, and nothing beside them. */
function comparable(original: Item): unknown {
  const item = original.type === "other" ? original : withoutInlineImages(original, ignoreEvidence);
  switch (item.type) {
    case "other":
      return item.original;
    case "message":
      return { ...item, content: item.content.map(withoutBlob) };
    case "function_call_output":
    case "custom_tool_call_output":
      if (typeof item.output === "string") return item;
      return { ...item, output: item.output.map(withoutBlob) };
    default:
      return item;
  }
}

function withoutBlob(part: MessagePart): MessagePart {
  if (part.type !== "input_image" || part.blob === undefined) return part;
  const bare = { ...part };
  delete bare.blob;
  return bare;
}
