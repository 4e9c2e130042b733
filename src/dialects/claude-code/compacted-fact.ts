import type { FactOf } from "../../events/event.js";
import type { ReplacementItem } from "../../events/recorded-item.js";
import { ceil4 } from "../../events/token-bytes.js";
import { movedHole } from "../keeping/foreign-form.js";
import type { HistoryVersions, LineFact } from "../tree/line-facts.js";
import { recordRead, type ReadItem } from "../tree/read-item.js";
import { keptEntries } from "./kept-entries.js";
import type { MessageLine } from "./read-line.js";
import { recordLineItem, type ItemOptions } from "./record-line-item.js";
import type { KeptPart } from "./tree/kept-segment.js";
import type { Placement } from "./tree/session-tree.js";
import type { CompactBoundary } from "./tree/tree-line.js";
import type { RecordedOutput, TreeNode } from "./tree/tree-node.js";

export interface CompactedMessage {
  readonly line: MessageLine;
  readonly placement: Pick<Placement, "node" | "kept"> & { readonly boundary: CompactBoundary };
  readonly options: ItemOptions & {
    readonly versions: HistoryVersions;
    /** The line's offset. */
    readonly offset: number;
  };
}

/** What the compaction left: the summary, or nothing where none follows, and what it kept. */
export function compactedFact(
  items: readonly ReadItem[],
  { line, placement, options }: CompactedMessage,
): LineFact {
  const { versions, offset } = options;
  const { node, boundary, kept } = placement;
  const own = items.map((read) => ownEntry(read, line, options));
  if (kept?.side === "behind") kept.segment.lead = own;
  const { before, behind } = around(kept);
  const replacement = [...before, ...own, ...behind];
  node.outputs = outputsIn(replacement, offset);
  for (const index of own.keys()) node.noteRef([offset, before.length + index]);
  const data: FactOf<"history.compacted">["data"] = {
    trigger: "foreign",
    reason: boundary.trigger,
    summary: line.isSummary ? summaryOf(items) : null,
    replacement,
    placement: "none",
    replaced: offset === 0 ? null : { from: previousOf(node), to: offset - 1 },
    tokensBefore: boundary.tokensBefore,
    tokensAfter: replacement.reduce((sum, { countedBytes }) => sum + ceil4(countedBytes), 0),
    trimmed: [],
    windowNumber: node.compactions,
    historyVersion: versions.next(),
  };
  const holes = items.flatMap((read, index) => {
    const place = ["data", "replacement", String(before.length + index), "item"];
    return read.holes.map((hole) => movedHole(hole, place));
  });
  return { fact: { type: "history.compacted", data }, holes };
}

function previousOf({ parent }: TreeNode): number {
  return parent?.compactedAt ?? 0;
}

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

interface Around {
  readonly before: readonly ReplacementItem[];
  readonly behind: readonly ReplacementItem[];
}

/** What was kept, before the message and behind it. */
function around(kept: KeptPart | null): Around {
  if (kept === null) return { before: [], behind: [] };
  const { segment, standing, side } = kept;
  const entries = keptEntries(segment.lines.slice(0, standing));
  return side === "behind"
    ? { before: [], behind: entries }
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
