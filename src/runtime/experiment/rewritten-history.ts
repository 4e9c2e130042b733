import type { FactOf } from "../../events/event.js";
import type { ReplacementItem } from "../../events/recorded-item.js";
import { tokensOfBytes, tokensOfText } from "../../events/token-bytes.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { keptEntry } from "../compaction/kept-entry.js";
import type { ItemEdits } from "./item-edits.js";

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
  const tokens = replacement.reduce(
    (sum, { countedBytes }) => sum + tokensOfBytes(countedBytes),
    0,
  );
  return {
    type: "history.compacted",
    data: {
      ...{ trigger: "manual", reason: EDIT_REASON, summary: null, placement: "none" },
      replacement,
      replaced: { from: 0, to: state.log.head - 1 },
      tokensBefore: instructions + state.ledger.tokens,
      tokensAfter: instructions + tokens,
      trimmed: [],
      windowNumber: (state.checkpoint?.windowNumber ?? 0) + 1,
      historyVersion: state.log.historyVersion + 1,
    },
  };
}
