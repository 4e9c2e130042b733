import type { Fact } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { KnownItem } from "../../events/item.js";
import type { ItemRef, JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import {
  type HistoryFacts,
  IN_ITEM,
  type LineFact,
  plainFact,
  type RefTaker,
} from "../shared/event-facts.js";
import { added, isCount, joined, textAt } from "../shared/json.js";
import { NO_ITEMS, type ReadItem, usageOf } from "../shared/read-items.js";
import { compactedFact } from "./compaction.js";
import { type ItemOptions, recordLineItem } from "./read-blocks.js";
import type { MessageLine } from "./read-line.js";
import type { Placement } from "./session-tree.js";
import { newBlock, type NewBlock } from "./streamed-blocks.js";
import type { GrowingText, TreeNode } from "./tree-node.js";

export interface MessageOptions extends ItemOptions {
  readonly history: HistoryFacts;
  /** The line's offset. */
  readonly offset: number;
}

const LOST = {
  absent: "the message that it follows does not stand before it in the file",
  compacted: "the message before it is none that the newest compaction kept",
} as const;

/** What a line of a user or of the model says, in folding order, after any rollback. */
export function messageFacts(
  line: MessageLine,
  placement: Placement,
  options: MessageOptions,
): readonly LineFact[] {
  const { read } = line;
  const { node, boundary, kept, lost } = placement;
  let facts: LineFact[] | null = null;
  // What follows the kept messages of a compaction is part of its new base only if they do too.
  const isInside = boundary !== null && (line.isSummary || kept?.side === "behind");
  if (boundary !== null) {
    const compaction = { line, placement: { node, boundary, kept }, options };
    facts = [compactedFact(isInside ? read.items : NO_ITEMS.items, compaction)];
  }
  let hasGrown = false;
  for (const one of read.items) {
    const block = newBlock(one.item, node.round); // also where it is inside: the answer has it then
    if (block === null || isInside) continue;
    facts = added(facts, recordedBlock(one, block, { line, node, options }));
    if (block.replaces === null) continue;
    hasGrown = true;
    facts.push(plainFact(options.history.replaced(block.replaces)));
  }
  const usage = usageFact(line, node, hasGrown);
  if (usage !== null) facts = added(facts, plainFact(usage));
  const context = contextFact(line, node);
  if (context !== null) facts = added(facts, plainFact(context));
  if (read.unread.length > 0) {
    for (const type of new Set(read.unread)) {
      facts = added(facts, noticeOf("block-kept", `a block of type ${type} is kept`));
    }
  }
  if (lost !== null) facts = added(facts, noticeOf("parent-missing", LOST[lost], "warning"));
  return facts ?? [];
}

function noticeOf(kind: string, message: string, level: "info" | "warning" = "info"): LineFact {
  return plainFact({ type: "notice.logged", data: { level, kind, message } });
}

interface Surroundings {
  readonly line: MessageLine;
  readonly node: TreeNode;
  readonly options: MessageOptions;
}

function recordedBlock(
  read: ReadItem,
  { growing }: NewBlock,
  { line, node, options }: Surroundings,
): LineFact {
  return {
    fact: { type: "item.recorded", data: recordLineItem(read, line, options) },
    holes: read.holes,
    within: IN_ITEM,
    taker: new BlockPlace(read.item, node, growing),
  };
}

/** Told where a block was recorded. */
class BlockPlace implements RefTaker {
  constructor(
    private readonly item: KnownItem,
    private readonly node: TreeNode,
    private readonly growing: GrowingText | null,
  ) {}

  noteRef(ref: ItemRef): void {
    const { item, node, growing } = this;
    if (growing !== null) growing.ref = ref;
    node.noteRef(ref);
    if (item.type !== "function_call_output") return;
    node.outputs = joined(node.outputs, [{ callId: item.call_id, ref }]);
  }
}

/** One report for each request; where its lines say more and more, the newest counts. */
function usageFact({ message }: MessageLine, { round }: TreeNode, hasGrown: boolean): Fact | null {
  const revised = round?.usage ?? null;
  const usage = readUsage(message, revised);
  if (usage === null) return null;
  if (revised !== null && isSameUsage(usage, revised) && !hasGrown) return null;
  if (round !== null) round.usage = usage;
  const cacheMiss = readCacheMiss(message.diagnostics);
  const data: UsageReported["data"] = { usage, contextWindow: null, request: null };
  if (revised !== null) data.revised = revised;
  if (cacheMiss !== null) data.cacheMiss = cacheMiss;
  return { type: "usage.reported", data };
}

function readCacheMiss(diagnostics: unknown): UsageReported["data"]["cacheMiss"] {
  const miss = isJsonObject(diagnostics) ? diagnostics.cache_miss_reason : null;
  const reason = isJsonObject(miss) ? textAt(miss, "type") : null;
  if (!isJsonObject(miss) || reason === null) return null;
  const { cache_missed_input_tokens: tokens } = miss;
  return { reason, tokens: isCount(tokens) ? tokens : null };
}

/**
 * What a request cost so far; null: nothing, as Claude Code's own replies. A block is recorded with
 * the output that was counted when it came: the whole is known when a line says why the answer
 * stopped, or more output than the first.
 * @param before what an earlier line said of the same request
 */
export function readUsage(message: JsonObject, before: Usage | null): Usage | null {
  const { usage: counts, stop_reason: stopReason = null } = message;
  if (!isJsonObject(counts)) return null;
  const { cache_creation: byLifetime } = counts;
  const usage = usageOf({
    uncached: counts.input_tokens,
    cachedInput: counts.cache_read_input_tokens,
    cacheWrite: counts.cache_creation_input_tokens,
    longCacheWrite: isJsonObject(byLifetime) ? byLifetime.ephemeral_1h_input_tokens : null,
    output: counts.output_tokens,
  });
  if (usage === null || stopReason !== null) return usage;
  const isFirst = before === null || (before.partial === true && usage.output <= before.output);
  if (isFirst) usage.partial = true;
  return usage;
}

export function isSameUsage(a: Usage, b: Usage): boolean {
  return (
    a.input === b.input &&
    a.cachedInput === b.cachedInput &&
    a.cacheWrite === b.cacheWrite &&
    a.longCacheWrite === b.longCacheWrite &&
    a.partial === b.partial &&
    a.output === b.output
  );
}

/** Claude Code's own replies name no model. */
const SYNTHETIC = "<synthetic>";

/** The model that a line names; null: none. */
export function modelOf({ message }: Pick<MessageLine, "message">): string | null {
  const model = textAt(message, "model");
  return model === SYNTHETIC ? null : model;
}

/** Which model answers where, if it is not what was said before. */
function contextFact(line: MessageLine, node: TreeNode): Fact | null {
  const { role, cwd } = line;
  const model = modelOf(line);
  if (role !== "assistant" || model === null) return null;
  const told = node.branch.context;
  const folder = cwd ?? "";
  if (told?.model === model && told.folder === folder) return null;
  node.branch = { ...node.branch, context: { model, folder } };
  const envelope = { model, provider: "anthropic", ...(cwd !== null && { cwd }) };
  const previousTurn = { model, realtimeActive: null };
  const data = { mode: "observed" as const, items: [], fragments: [], envelope, previousTurn };
  return { type: "context.injected", data };
}
