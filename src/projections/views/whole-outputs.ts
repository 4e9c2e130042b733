import { utf8Bytes } from "../../events/json-bytes.js";
import { byteBudget } from "../../reducers/bounding/truncation-policy.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { itemContent } from "../tokens/item-content.js";

/** Whose outputs went to the model as they stand in the ledger: bounded. */
const BOUND_THEIR_OWN: ReadonlySet<string> = new Set(["refold", "codex"]);

/**
 * Whether the tool that recorded a thread sent outputs whole where the ledger holds them bounded:
 * bounding them is what reading its file does (law 4).
 */
export function sentWhole({ thread }: ThreadState): boolean {
  return thread !== null && !BOUND_THEIR_OWN.has(thread.source.dialect);
}

/** How many times as long an output was before it was bounded; 1: it is whole, or was cleared. */
export function timesBounded({ item, bounded }: LedgerEntry): number {
  if (bounded === undefined) return 1;
  const keptBytes = itemContent(item).texts.reduce((sum, text) => sum + utf8Bytes(text), 0);
  const isCleared = keptBytes < byteBudget(bounded.policy);
  return isCleared ? 1 : Math.max(1, bounded.originalBytes / keptBytes);
}
