import { isJsonObject } from "../../events/is-json-object.js";
import { isSummaryMessage, isUserMessage } from "../../events/item-class.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { OtherItem } from "../../events/item.js";
import { isKnownItemType } from "../../events/known-item-type.js";
import { userMessageText } from "../../events/message-text.js";
import type { JsonObject } from "../../events/primitives.js";
import type { ReplacementItem } from "../../events/recorded-item.js";
import type { KeepEvidence } from "../keeping/evidence.js";
import type { ForeignHole } from "../keeping/foreign-form.js";
import { isForeignItem } from "./item-form.js";
import { factLine, keptLine, textAt, type LineMeaning } from "./line-meaning.js";
import type { LineRole } from "./reconstruction/line-role.js";
import { recordItem } from "./record-item.js";

const KIND = "compacted";
const UNFIT = "it is not of the form of its kind";

/**
 * A compaction: with its list, taken over verbatim and counted, never bounded
 * (docs/semantics.md §12.6); or a legacy one, whose list is rebuilt from the history before it
 * (§12.7).
 */
export function readCompaction(payload: JsonObject, keep: KeepEvidence): LineMeaning {
  const { replacement_history: list = null } = payload;
  const message = textAt(payload, "message");
  if (list === null) {
    return message === null ? keptLine(KIND, UNFIT) : legacyCompaction(message);
  }
  const replacement = Array.isArray(list) ? readReplacement(list, keep) : null;
  if (replacement === null) return keptLine(KIND, UNFIT);
  const summary = replacement.findLast((entry) => entry.summary === true);
  const text = summary === undefined ? null : textOf(summary);
  const items = replacement.map(({ item }) => item);
  const role: LineRole = { kind: "compacted", items, summary: text };
  const holes: readonly ForeignHole[] = [
    [
      ["payload", "replacement_history"],
      ["data", "replacement"],
    ],
  ];
  const compaction = { summary: text, replacement };
  return { kind: KIND, role, fact: null, compaction, reason: null, holes };
}

function legacyCompaction(message: string): LineMeaning {
  const role: LineRole = { kind: "compacted", items: null, summary: message };
  const compaction = { summary: message, replacement: null };
  return { ...factLine(KIND, role, null), compaction };
}

/** @returns null when an entry is of a known kind but not of its form: Codex skips such a line */
function readReplacement(list: readonly unknown[], keep: KeepEvidence): ReplacementItem[] | null {
  const entries = list.map((entry) => readEntry(entry, keep));
  return entries.every((entry) => entry !== null) ? entries : null;
}

function readEntry(entry: unknown, keep: KeepEvidence): ReplacementItem | null {
  if (isForeignItem(entry)) {
    const recorded = recordItem(entry, null, keep);
    return isSummaryMessage(recorded.item) ? { ...recorded, summary: true } : recorded;
  }
  if (!isTyped(entry) || isKnownItemType(entry.type)) return null;
  const item: OtherItem = { type: "other", original: entry };
  return { item, origin: "runtime", countedBytes: countItemBytes(item) };
}

function isTyped(value: unknown): value is JsonObject & { readonly type: string } {
  return isJsonObject(value) && typeof value.type === "string";
}

function textOf({ item }: ReplacementItem): string | null {
  return isUserMessage(item) ? userMessageText(item) : null;
}
