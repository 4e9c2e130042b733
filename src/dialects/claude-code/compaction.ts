import { countItemBytes } from "../../events/item-bytes.js";
import type { Item, RecordedItem, ReplacementItem } from "../../events/item.js";
import { type HistoryFacts, type LineFact, plainFact } from "../shared/event-facts.js";
import { Path } from "../shared/foreign-form.js";
import { type ReadItem, recordRead } from "../shared/read-items.js";
import type { KeptLine, KeptPart } from "./kept-segment.js";
import { type ItemOptions, recordLineItem } from "./read-blocks.js";
import type { MessageLine } from "./read-line.js";
import type { Placement } from "./session-tree.js";
import { newBlock } from "./streamed-blocks.js";
import { type CompactBoundary, type RecordedOutput, Round, type TreeNode } from "./tree-node.js";

/** What Claude Code puts for an output that a microcompaction cleared. */
export const CLEARED_OUTPUT = "[Old tool result content cleared]";

interface CompactedMessage {
  /** Null: it is no message, and has no items. */
  readonly line: MessageLine | null;
  readonly placement: Pick<Placement, "node" | "kept"> & { readonly boundary: CompactBoundary };
  readonly options: ItemOptions & {
    readonly history: HistoryFacts;
    /** The line's offset. */
    readonly offset: number;
  };
}

/** What the compaction left: the summary, or nothing if none follows, and what it kept. */
export function compactedFact(
  items: readonly ReadItem[],
  { line, placement, options }: CompactedMessage,
): LineFact {
  const { node, boundary, kept } = placement;
  const { history, offset } = options;
  const own = line === null ? [] : items.map((read) => ownEntry(read, line, options));
  const early = kept?.side === "behind" ? keptEntries(kept.segment.earlyBefore(node)) : [];
  if (kept?.side === "behind") kept.segment.lead = [...early, ...own];
  const { before, behind } = around(kept, early);
  const replacement = [...before, ...own, ...behind];
  node.outputs = outputsIn(replacement, offset);
  for (const index of own.keys()) node.noteRef([offset, before.length + index]);
  const summary = line?.isSummary === true ? summaryOf(items) : null;
  const { trigger: reason, tokensBefore } = boundary;
  const holes = items.flatMap((read, index) => {
    const place = REPLACEMENT.at(String(before.length + index)).at("item");
    return read.holes.map((hole) => hole.under(place));
  });
  const previous = node.parent?.branch.compactedAt ?? null;
  const place = { line: offset, previous, windowNumber: node.branch.compactions };
  const fact = history.compacted({ reason, summary, replacement, tokensBefore }, place);
  return { ...plainFact(fact), holes };
}

const REPLACEMENT = Path.of("data", "replacement");

function summaryOf(items: readonly ReadItem[]): string | null {
  const texts = items.flatMap(({ item }) =>
    item.type === "message"
      ? item.content.flatMap((part) => (part.type === "input_image" ? [] : [part.text]))
      : [],
  );
  return texts.length === 0 ? null : texts.join("\n");
}

function ownEntry(read: ReadItem, line: MessageLine, options: ItemOptions): ReplacementItem {
  if (!line.isSummary) return recordLineItem(read, line, options);
  const { keep } = options;
  return { ...recordRead(read, () => "runtime", { policy: null, keep }), summary: true };
}

/** What was kept, before the message and after it. */
function around(
  kept: KeptPart | null,
  early: readonly ReplacementItem[],
): {
  readonly before: readonly ReplacementItem[];
  readonly behind: readonly ReplacementItem[];
} {
  if (kept === null) return { before: [], behind: [] };
  const { segment, standing, side } = kept;
  const entries = keptEntries(segment.lines.slice(0, standing));
  return side === "behind"
    ? { before: early, behind: entries }
    : { before: [...segment.lead, ...entries], behind: [] };
}

/** A later microcompaction may clear what was kept. */
function outputsIn(
  replacement: readonly ReplacementItem[],
  offset: number,
): readonly RecordedOutput[] {
  return replacement.flatMap(({ item }, index): RecordedOutput[] =>
    item.type === "function_call_output" ? [{ callId: item.call_id, ref: [offset, index] }] : [],
  );
}

/**
 * What kept messages put into a new base: their items as they stood, each block of an answer once,
 * and without the outputs that a microcompaction among them cleared.
 */
function keptEntries(lines: readonly KeptLine[]): readonly ReplacementItem[] {
  const rounds = new Map<Round, Round>();
  const entries: (ReplacementItem | null)[] = [];
  for (const { node, items } of lines) {
    if (node.clears !== null) clear(entries, new Set(node.clears));
    const round = afresh(node.round, rounds, node);
    for (const recorded of items) {
      const block = newBlock(recorded.item, round);
      if (block === null) continue;
      if (typeof block.replaces === "number") entries[block.replaces] = null;
      if (block.growing !== null) block.growing.ref = entries.length;
      entries.push(entryOf(recorded, { node, items }));
    }
  }
  return entries.filter((entry) => entry !== null);
}

/** The answer that a line is part of, as far as it is kept. */
function afresh(round: Round | null, rounds: Map<Round, Round>, node: TreeNode): Round | null {
  if (round === null) return null;
  const known = rounds.get(round) ?? new Round(round.messageId, node, round.requestId);
  rounds.set(round, known);
  return known;
}

/** If all of a line's items were new, it is known where each was recorded. */
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
