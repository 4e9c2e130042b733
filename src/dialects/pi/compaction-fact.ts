import type { FactOf } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import type { RecordedItem, ReplacementItem } from "../../events/recorded-item.js";
import { ceil4 } from "../../events/token-bytes.js";
import { movedHole } from "../keeping/foreign-form.js";
import { textAt } from "../text-at.js";
import type { LineFact } from "../tree/line-facts.js";
import { messageOf, recordRead } from "../tree/read-item.js";
import { refsOf, type EntryNode } from "./entry-node.js";
import { COMPACTION_FRAME, framed } from "./frames.js";

/** An entry that a compaction keeps, with the items that it recorded. */
export interface KeptEntry {
  readonly node: EntryNode;
  readonly items: readonly RecordedItem[];
}

export interface CompactionOptions {
  readonly node: EntryNode;
  readonly kept: readonly KeptEntry[];
  readonly historyVersion: number;
}

/** What a compaction leaves: its summary, then what it kept. */
export function compactionFact(
  entry: JsonObject,
  { node, kept, historyVersion }: CompactionOptions,
): LineFact {
  const { part, holes } = framed(
    COMPACTION_FRAME,
    ["summary"],
    textAt(entry, "summary") ?? "",
  ).part;
  const summary = messageOf("user", [{ part, holes }]);
  const recorded = recordRead(summary, () => "runtime", { policy: null, keep: ignoreEvidence });
  const replacement = [{ ...recorded, summary: true }, ...kept.flatMap(entriesOf)];
  const { ordinal } = node;
  const before = node.parent?.compactedAt ?? 0;
  const data: FactOf<"history.compacted">["data"] = {
    trigger: "foreign",
    reason: entry.fromHook === true ? "extension" : null,
    summary: part.text,
    replacement,
    placement: "none",
    replaced: ordinal === 0 ? null : { from: before, to: ordinal - 1 },
    tokensBefore: countOf(entry.tokensBefore),
    tokensAfter: replacement.reduce((sum, { countedBytes }) => sum + ceil4(countedBytes), 0),
    trimmed: [],
    windowNumber: node.compactions,
    historyVersion,
  };
  const prefix = ["data", "replacement", "0", "item"];
  return {
    fact: { type: "history.compacted", data },
    holes: summary.holes.map((hole) => movedHole(hole, prefix)),
  };
}

function entriesOf({ node, items }: KeptEntry): readonly ReplacementItem[] {
  const refs = refsOf(node);
  return items.map((recorded, index) => ({ ...recorded, source: refs[index] ?? node.ordinal }));
}

/** A summary holds no image. */
const ignoreEvidence = (): void => undefined;

function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
