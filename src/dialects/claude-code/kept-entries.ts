import type { Item } from "../../events/item.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { RecordedItem, ReplacementItem } from "../../events/recorded-item.js";
import { CLEARED_OUTPUT } from "./cleared-output.js";
import { newBlocks } from "./streamed-blocks.js";
import type { KeptLine } from "./tree/kept-segment.js";
import { Round, type TreeNode } from "./tree/tree-node.js";

/**
 * What kept messages put into a new base: their items as they stood, each block of an answer once,
 * and without the outputs that a microcompaction among them cleared.
 */
export function keptEntries(lines: readonly KeptLine[]): readonly ReplacementItem[] {
  const rounds = new Map<Round, Round>();
  const entries: (ReplacementItem | null)[] = [];
  for (const { node, items } of lines) {
    if (node.clears !== null) clear(entries, new Set(node.clears));
    const blocks = newBlocks(items, afresh(node.round, rounds, node));
    for (const { item: recorded, replaces, noteRef } of blocks) {
      if (typeof replaces === "number") entries[replaces] = null;
      noteRef(entries.length);
      entries.push(entryOf(recorded, { node, items }));
    }
  }
  return entries.filter((entry) => entry !== null);
}

/** The answer that a line is part of, as far as it is kept. */
function afresh(round: Round | null, rounds: Map<Round, Round>, node: TreeNode): Round | null {
  if (round === null) return null;
  const known = rounds.get(round) ?? new Round(round.messageId, node);
  rounds.set(round, known);
  return known;
}

/** Where all of a line's items were new, it is known where each was recorded. */
function entryOf(recorded: RecordedItem, { node, items }: KeptLine): ReplacementItem {
  const source = node.refs.length === items.length ? node.refs[items.indexOf(recorded)] : undefined;
  return source === undefined ? { ...recorded } : { ...recorded, source };
}

function clear(entries: (ReplacementItem | null)[], callIds: ReadonlySet<string>): void {
  entries.forEach((entry, index) => {
    if (entry === null || entry.item.type !== "function_call_output") return;
    if (!callIds.has(entry.item.call_id)) return;
    const item: Item = { ...entry.item, output: CLEARED_OUTPUT };
    entries[index] = { ...entry, item, countedBytes: countItemBytes(item) };
  });
}
