import { ceil4 } from "../../events/bytes.js";
import type { Fact, FactOf } from "../../events/event.js";
import type { RecordedItem, ReplacementItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { RecordingOptions } from "../shared/evidence.js";
import { type ForeignHole, movedHole } from "../shared/foreign-form.js";
import { textAt } from "../shared/json-members.js";
import { messageOf, recordRead } from "../shared/read-items.js";
import type { LineFact } from "../shared/tree-facts.js";
import { type EntryNode, refsOf } from "./entry-tree.js";
import { COMPACTION_FRAME, framed } from "./read-content.js";
import { originOf, readItems } from "./read-items.js";
import { contextFact } from "./session-start.js";
import { readUsage } from "./usage.js";

/** What an entry shows to the model, in folding order. */
export function itemFacts(entry: JsonObject, options: RecordingOptions): readonly LineFact[] {
  const { items, unread } = readItems(entry);
  const role = isJsonObject(entry.message) ? entry.message.role : null;
  const facts: LineFact[] = items.map((read) => ({
    fact: {
      type: "item.recorded",
      data: recordRead(read, (item) => originOf(item, role), options),
    },
    holes: read.holes.map((hole) => movedHole(hole, ["data", "item"])),
  }));
  for (const type of new Set(unread)) {
    facts.push(noticeOf("block-kept", `a block of type ${type} is kept`));
  }
  return facts;
}

/** What an answer reports besides its items: what it cost, and how it ended. */
export function reportFacts({ message }: JsonObject): readonly LineFact[] {
  if (!isJsonObject(message) || message.role !== "assistant") return [];
  const facts: LineFact[] = [];
  const usage = readUsage(message.usage);
  if (usage !== null) {
    const data = { usage, contextWindow: null, request: null };
    facts.push({ fact: { type: "usage.reported", data }, holes: [] });
  }
  const { stopReason } = message;
  if (stopReason !== "error" && stopReason !== "aborted") return facts;
  const words = textAt(message, "errorMessage");
  const level = stopReason === "error" ? "error" : "warning";
  const holes: ForeignHole[] =
    words === null
      ? []
      : [
          [
            ["message", "errorMessage"],
            ["data", "message"],
          ],
        ];
  const said = words ?? `the answer ended: ${stopReason}`;
  return [...facts, { ...noticeOf(stopReason, said, level), holes }];
}

/** What the branch is set to, where the entry says so or its branch was left in between. */
export function settingFacts(node: EntryNode): readonly LineFact[] {
  if (node.settings === node.parent?.settings) return [];
  const fact = contextFact(node.settings);
  return fact === null ? [] : [{ fact, holes: [] }];
}

/** The session's name, which counts wherever it was given. @param title the newest */
export function titleFacts(node: EntryNode, title: string | null): readonly LineFact[] {
  if (node.title === title) return [];
  node.title = title;
  return [{ fact: { type: "thread.renamed", data: { title } }, holes: [] }];
}

export function noticeOf(
  kind: string,
  message: string,
  level: "info" | "warning" | "error" = "info",
): LineFact {
  const fact: Fact = { type: "notice.logged", data: { level, kind, message } };
  return { fact, holes: [] };
}

/** An entry that a compaction keeps, with the items that it recorded. */
export interface KeptEntry {
  readonly node: EntryNode;
  readonly items: readonly RecordedItem[];
}

interface CompactionOptions {
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
