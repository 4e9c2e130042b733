import type { Fact } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { movedHole } from "../shared/foreign-form.js";
import { textAt } from "../shared/json-members.js";
import type { ReadItem } from "../shared/read-items.js";
import type { HistoryVersions, LineFact } from "../shared/tree-facts.js";
import { compactedFact } from "./compaction.js";
import { type ItemOptions, type ReadBlocks, recordLineItem } from "./read-blocks.js";
import type { MessageLine } from "./read-line.js";
import type { Placement } from "./session-tree.js";
import { type NewBlock, newBlocks } from "./streamed-blocks.js";
import type { TreeNode } from "./tree-node.js";
import { isSameUsage, readUsage } from "./usage.js";

export interface MessageOptions extends ItemOptions {
  readonly versions: HistoryVersions;
  /** The line's offset. */
  readonly offset: number;
}

/** What a line of a user or of the model says, in folding order, behind any rollback. */
export function messageFacts(
  { line, read }: { readonly line: MessageLine; readonly read: ReadBlocks },
  { node, boundary, kept, isOrphan }: Placement,
  options: MessageOptions,
): readonly LineFact[] {
  const { items, unread } = read;
  const facts: LineFact[] = [];
  let blocks = newBlocks(items, node.round);
  if (boundary !== null) {
    // What follows the kept messages of a compaction is part of its new base only where they do too.
    const isInside = line.isSummary || kept?.side === "behind";
    if (isInside) blocks = [];
    const placement = { node, boundary, kept };
    facts.push(compactedFact(isInside ? items : [], { line, placement, options }));
  }
  for (const block of blocks) facts.push(...blockFacts(block, { line, node, options }));
  const hasGrown = blocks.some(({ replaces }) => replaces !== null);
  for (const fact of usageFacts(line, node, hasGrown)) facts.push(plain(fact));
  for (const fact of contextFacts(line, node)) facts.push(plain(fact));
  if (unread.length > 0) {
    for (const type of new Set(unread)) {
      facts.push(plain(notice("block-kept", `a block of type ${type} is kept`)));
    }
  }
  if (isOrphan) facts.push(plain(notice("parent-missing", NOTHING_BEFORE)));
  return facts;
}

function plain(fact: Fact): LineFact {
  return { fact, holes: [] };
}

const NOTHING_BEFORE =
  "the message before it is not in the file, or is none that the newest compaction kept";

interface Surroundings {
  readonly line: MessageLine;
  readonly node: TreeNode;
  readonly options: MessageOptions;
}

function blockFacts(
  { item: read, replaces, noteRef }: NewBlock<ReadItem>,
  { line, node, options }: Surroundings,
): readonly LineFact[] {
  const data = recordLineItem(read, line, options);
  const holes = read.holes.map((hole) => movedHole(hole, ["data", "item"]));
  const recorded: LineFact = {
    fact: { type: "item.recorded", data },
    holes,
    noteRef: (ref) => {
      noteRef(ref);
      node.noteRef(ref);
      const { item } = read;
      if (item.type !== "function_call_output") return;
      node.outputs = node.outputs.concat({ callId: item.call_id, ref });
    },
  };
  if (replaces === null) return [recorded];
  const trimmed: Fact = {
    type: "history.trimmed",
    data: {
      refs: [replaces],
      strategy: "claude-code",
      reason: "the same text came again, longer",
      clearsBaseline: false,
      historyVersion: options.versions.next(),
    },
  };
  return [recorded, { fact: trimmed, holes: [] }];
}

/** One report for each request; where its lines say more and more, the newest stands. */
function usageFacts({ message }: MessageLine, { round }: TreeNode, hasGrown: boolean): Fact[] {
  const usage = readUsage(message.usage);
  if (usage === null) return [];
  const revised = round?.usage ?? null;
  if (revised !== null && isSameUsage(usage, revised) && !hasGrown) return [];
  if (round !== null) round.usage = usage;
  const data = { usage, contextWindow: null, request: null, ...(revised !== null && { revised }) };
  return [{ type: "usage.reported", data }];
}

/** Claude Code's own replies name no model. */
const SYNTHETIC = "<synthetic>";

/** Which model answers where, when it is not what was told before. */
function contextFacts({ role, message, cwd }: MessageLine, node: TreeNode): Fact[] {
  const model = textAt(message, "model");
  if (role !== "assistant" || model === null || model === SYNTHETIC) return [];
  const context = `${model}\n${cwd ?? ""}`;
  if (node.context === context) return [];
  node.context = context;
  const envelope = { model, provider: "anthropic", ...(cwd !== null && { cwd }) };
  const previousTurn = { model, realtimeActive: null };
  const data = { mode: "observed" as const, items: [], fragments: [], envelope, previousTurn };
  return [{ type: "context.injected", data }];
}

function notice(kind: string, message: string): Fact {
  return { type: "notice.logged", data: { level: "info", kind, message } };
}

/** The model that a line names; null: none. */
export function modelOf({ message }: Pick<MessageLine, "message">): string | null {
  const model = isJsonObject(message) ? textAt(message, "model") : null;
  return model === SYNTHETIC ? null : model;
}
