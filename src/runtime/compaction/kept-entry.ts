import type { ReplacementItem } from "../../events/recorded-item.js";
import type { LedgerEntry } from "../../reducers/thread-state.js";

/** An entry as a checkpoint's list keeps it: whole, with where it was recorded at first. */
export function keptEntry({ ref, source = ref, ...entry }: LedgerEntry): ReplacementItem {
  return { ...entry, source };
}
