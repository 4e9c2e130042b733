import { isJsonObject } from "../../events/json.js";
import type { KnownItem, Origin, RecordedItem, ReplacementItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import { type HistoryFacts, IN_ITEM, type LineFact, plainFact } from "../shared/event-facts.js";
import { ignoreEvidence, type RecordingOptions } from "../shared/evidence.js";
import { NO_HOLES, Path } from "../shared/foreign-form.js";
import { isCount, textAt } from "../shared/json.js";
import { messageOf, recordRead, usageOf } from "../shared/read-items.js";
import { type EntryNode, refsOf } from "./entry-tree.js";
import { COMPACTION_FRAME, framed } from "./read-content.js";
import { isBroken, originOf, readItems } from "./read-items.js";
import { contextFact, type Settings } from "./session-start.js";

/** What an entry shows to the model, in folding order. */
export function itemFacts(entry: JsonObject, options: RecordingOptions): readonly LineFact[] {
  const { items, unread } = readItems(entry);
  const role = isJsonObject(entry.message) ? entry.message.role : null;
  const originFrom = (item: KnownItem): Origin => originOf(item, role);
  const facts = items.map((read): LineFact => {
    const data = recordRead(read, originFrom, options);
    return {
      fact: { type: "item.recorded", data },
      holes: read.holes,
      within: IN_ITEM,
      taker: null,
    };
  });
  if (unread.length > 0) {
    for (const type of new Set(unread)) {
      facts.push(noticeOf("block-kept", `a block of type ${type} is kept`));
    }
  }
  return facts;
}

/** What an entry reports besides its items: what a request cost, and how an answer ended. */
export function reportFacts(entry: JsonObject): readonly LineFact[] {
  const { type, message } = entry;
  if (SPENDING.has(type)) return usageFacts(entry.usage, { model: textAt(entry, "model") });
  if (!isJsonObject(message)) return [];
  const { role } = message;
  if (role === "toolResult") return usageFacts(message.usage, { model: null });
  const facts = role === "assistant" ? usageFacts(message.usage) : [];
  if (role !== "assistant" || !isBroken(message)) return facts;
  const stopReason = String(message.stopReason);
  const words = textAt(message, "errorMessage");
  const level = stopReason === "error" ? "error" : "warning";
  const { fact } = noticeOf(stopReason, words ?? `the answer ended: ${stopReason}`, level);
  const holes = words === null ? NO_HOLES : [ERROR_MESSAGE.into(NOTICE_MESSAGE)];
  return [...facts, { ...plainFact(fact), holes }];
}

/** Entries that say what was spent beside the conversation. */
const SPENDING: ReadonlySet<unknown> = new Set(["usage", "compaction", "branch_summary"]);
const ERROR_MESSAGE = Path.of("message", "errorMessage");
const NOTICE_MESSAGE = Path.of("data", "message");

/** @param aside of a request beside the conversation */
function usageFacts(
  counts: unknown,
  aside?: NonNullable<UsageReported["data"]["aside"]>,
): readonly LineFact[] {
  const usage = readUsage(counts);
  if (usage === null) return [];
  const cost = readCost(counts);
  const data: UsageReported["data"] = { usage, contextWindow: null, request: null };
  if (cost !== null) data.cost = cost;
  if (aside !== undefined) data.aside = aside;
  return [plainFact({ type: "usage.reported", data })];
}

function readUsage(counts: unknown): Usage | null {
  if (!isJsonObject(counts)) return null;
  const {
    input: uncached,
    cacheRead: cachedInput,
    cacheWrite,
    cacheWrite1h: longCacheWrite,
    output,
    totalTokens: total,
  } = counts;
  return usageOf({ uncached, cachedInput, cacheWrite, longCacheWrite, output, total });
}

/** US dollars; null: pi knew no price and wrote 0. */
function readCost(counts: unknown): number | null {
  const cost = isJsonObject(counts) && isJsonObject(counts.cost) ? counts.cost.total : null;
  return typeof cost === "number" && cost > 0 ? cost : null;
}

/** Settings of a branch, if there are any to tell. */
export function settingFacts(settings: Settings): readonly LineFact[] {
  const fact = contextFact(settings);
  return fact === null ? [] : [plainFact(fact)];
}

/** The session's name, which counts wherever it was given. @param title the newest */
export function titleFacts(node: EntryNode, title: string | null): readonly LineFact[] {
  if (node.title === title) return [];
  node.title = title;
  return [plainFact({ type: "thread.renamed", data: { title } })];
}

export function noticeOf(
  kind: string,
  message: string,
  level: "info" | "warning" | "error" = "info",
): LineFact {
  return plainFact({ type: "notice.logged", data: { level, kind, message } });
}

/** An entry that a compaction keeps, with the items that it recorded. */
export interface KeptEntry {
  readonly node: EntryNode;
  readonly items: readonly RecordedItem[];
}

const SUMMARY = Path.of("summary");
/** The first item of what a compaction leaves. */
const IN_BASE = Path.of("data", "replacement", "0", "item");

/** What a compaction leaves: its summary, then what it kept. */
export function compactionFact(
  entry: JsonObject,
  { node, kept }: { readonly node: EntryNode; readonly kept: readonly KeptEntry[] },
  history: HistoryFacts,
): LineFact {
  const { part } = framed(COMPACTION_FRAME, SUMMARY, textAt(entry, "summary") ?? "");
  const message = messageOf("user", [part]);
  const options = { policy: null, keep: ignoreEvidence };
  const summary = { ...recordRead(message, () => "runtime", options), summary: true };
  const { fromHook, tokensBefore } = entry;
  const content = {
    reason: fromHook === true ? "extension" : null,
    summary: part.part.text,
    replacement: [summary, ...kept.flatMap(entriesOf)],
    tokensBefore: isCount(tokensBefore) ? tokensBefore : null,
  };
  const { ordinal: line, compactions: windowNumber, parent } = node;
  const place = { line, previous: parent?.compactedAt ?? null, windowNumber };
  return { ...plainFact(history.compacted(content, place)), holes: message.holes, within: IN_BASE };
}

function entriesOf({ node, items }: KeptEntry): readonly ReplacementItem[] {
  const refs = refsOf(node);
  return items.map((recorded, index) => ({ ...recorded, source: refs[index] ?? node.ordinal }));
}
