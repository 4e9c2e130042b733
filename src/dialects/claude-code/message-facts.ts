import type { Fact } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import { type HistoryFacts, type LineFact, plainFact } from "../shared/event-facts.js";
import { movedHole } from "../shared/foreign-form.js";
import { isCount, textAt } from "../shared/json.js";
import { type ReadItem, usageOf } from "../shared/read-items.js";
import { compactedFact } from "./compaction.js";
import { type ItemOptions, recordLineItem } from "./read-blocks.js";
import type { MessageLine } from "./read-line.js";
import type { Placement } from "./session-tree.js";
import { type NewBlock, newBlocks } from "./streamed-blocks.js";
import type { TreeNode } from "./tree-node.js";

export interface MessageOptions extends ItemOptions {
  readonly history: HistoryFacts;
  /** The line's offset. */
  readonly offset: number;
}

const LOST = {
  absent: "the message before it is not in the file",
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
  const facts: LineFact[] = [];
  let blocks = newBlocks(read.items, node.round);
  if (boundary !== null) {
    // What follows the kept messages of a compaction is part of its new base only if they do too.
    const isInside = line.isSummary || kept?.side === "behind";
    if (isInside) blocks = [];
    const compaction = { line, placement: { node, boundary, kept }, options };
    facts.push(compactedFact(isInside ? read.items : [], compaction));
  }
  for (const block of blocks) addBlock(facts, block, { line, node, options });
  const hasGrown = blocks.some(({ replaces }) => replaces !== null);
  for (const fact of usageFacts(line, node, hasGrown)) facts.push(plainFact(fact));
  for (const fact of contextFacts(line, node)) facts.push(plainFact(fact));
  if (read.unread.length > 0) {
    for (const type of new Set(read.unread)) {
      facts.push(noticeOf("block-kept", `a block of type ${type} is kept`));
    }
  }
  if (lost !== null) facts.push(noticeOf("parent-missing", LOST[lost], "warning"));
  return facts;
}

function noticeOf(kind: string, message: string, level: "info" | "warning" = "info"): LineFact {
  return plainFact({ type: "notice.logged", data: { level, kind, message } });
}

interface Surroundings {
  readonly line: MessageLine;
  readonly node: TreeNode;
  readonly options: MessageOptions;
}

function addBlock(
  facts: LineFact[],
  { item: read, replaces, noteRef }: NewBlock<ReadItem>,
  { line, node, options }: Surroundings,
): void {
  facts.push({
    fact: { type: "item.recorded", data: recordLineItem(read, line, options) },
    holes: read.holes.map((hole) => movedHole(hole, ["data", "item"])),
    noteRef: (ref) => {
      noteRef(ref);
      node.noteRef(ref);
      const { item } = read;
      if (item.type !== "function_call_output") return;
      node.outputs = node.outputs.concat({ callId: item.call_id, ref });
    },
  });
  if (replaces !== null) facts.push(plainFact(options.history.replaced(replaces)));
}

/** One report for each request; where its lines say more and more, the newest counts. */
function usageFacts(
  { message }: MessageLine,
  { round }: TreeNode,
  hasGrown: boolean,
): readonly Fact[] {
  const revised = round?.usage ?? null;
  const usage = readUsage(message, revised);
  if (usage === null) return NO_FACTS;
  if (revised !== null && isSameUsage(usage, revised) && !hasGrown) return NO_FACTS;
  if (round !== null) round.usage = usage;
  const cacheMiss = readCacheMiss(message.diagnostics);
  const data: UsageReported["data"] = { usage, contextWindow: null, request: null };
  if (revised !== null) data.revised = revised;
  if (cacheMiss !== null) data.cacheMiss = cacheMiss;
  return [{ type: "usage.reported", data }];
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

const NO_FACTS: readonly Fact[] = [];

/** Claude Code's own replies name no model. */
const SYNTHETIC = "<synthetic>";

/** The model that a line names; null: none. */
export function modelOf({ message }: Pick<MessageLine, "message">): string | null {
  const model = textAt(message, "model");
  return model === SYNTHETIC ? null : model;
}

/** Which model answers where, if it is not what was said before. */
function contextFacts(line: MessageLine, node: TreeNode): readonly Fact[] {
  const { role, cwd } = line;
  const model = modelOf(line);
  if (role !== "assistant" || model === null) return NO_FACTS;
  const told = node.branch.context;
  const folder = cwd ?? "";
  if (told?.model === model && told.folder === folder) return NO_FACTS;
  node.branch = { ...node.branch, context: { model, folder } };
  const envelope = { model, provider: "anthropic", ...(cwd !== null && { cwd }) };
  const previousTurn = { model, realtimeActive: null };
  const data = { mode: "observed" as const, items: [], fragments: [], envelope, previousTurn };
  return [{ type: "context.injected", data }];
}
