import { Unreachable } from "../../../errors.js";

/**
 * An item of the model's without its `id`.
 *
 * An id names an item that OpenAI stores, and an encrypted reasoning is checked against it, so none
 * may be made up. Requests with `store: false` may leave it out (the Codex CLI sends none), but the
 * SDK's types ask for a string on these kinds. This is the one place that tells the compiler so.
 */
export function unstored<T extends { id: string }>(item: Omit<T, "id">): T {
  if (asStored<T>(item)) return item;
  throw new Unreachable("an item without an id");
}

function asStored<T extends { id: string }>(_item: Omit<T, "id"> | T): _item is T {
  return true;
}
